import Nacre
import Synchronization
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct OpenLoopTests {
    private let commits = KernelCommits(KernelLoad(streams: 4_096, payloadBytes: 100, seed: 3))

    /// Answers no append before the given number is in flight.
    private final class Gathering: AppendTarget {
        private let state = Mutex((arrived: 0, waiting: [CheckedContinuation<Void, Never>]()))
        private let store = RecordingTarget()
        private let count: Int

        init(_ count: Int) {
            self.count = count
        }

        func head() async throws -> Position { try await store.head() }

        func append(_ commit: Commit) async throws -> AppendResult {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state in
                    state.arrived += 1
                    state.waiting.append(continuation)
                    guard state.arrived >= count else { return [CheckedContinuation<Void, Never>]() }
                    defer { state.waiting = [] }
                    return state.waiting
                }
                for continuation in ready { continuation.resume() }
            }
            return try await store.append(commit)
        }
    }

    /// Blocks the thread of its first caller.
    private final class Stalling: AppendTarget {
        private let isStalled = Mutex(true)
        private let store = RecordingTarget()

        func head() async throws -> Position { try await store.head() }

        func append(_ commit: Commit) async throws -> AppendResult {
            let isFirst = isStalled.withLock { isStalled in
                defer { isStalled = false }
                return isStalled
            }
            if isFirst { usleep(100_000) }
            return try await store.append(commit)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `arrivals do not wait for earlier answers`() async {
        let record = await OpenLoop(commits: commits, rate: 2_000, seconds: 0.2).run(on: Gathering(50))
        #expect(record.latencies.count >= 50)
        #expect(record.failure == nil)
    }

    @Test func `the latency of an append delayed by a stall counts from its due time`() async {
        let record = await OpenLoop(commits: commits, rate: 2_000, seconds: 0.2).run(on: Stalling())
        // Some 200 appends came due in the tenth of a second, the first hundred of them more than 50 ms before its end.
        #expect(record.latencies.count { $0 > 50_000_000 } > 50)
    }

    @Test func `a failed append is recorded, and not counted as answered`() async {
        let record = await OpenLoop(commits: commits, rate: 2_000, seconds: 0.1)
            .run(on: RecordingTarget(failingAfter: 10))
        #expect(record.latencies.count == 10)
        #expect(record.failure?.contains("the disk is gone") == true)
    }
}
