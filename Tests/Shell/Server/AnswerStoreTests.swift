import DomainKit
import FeatureAPI
import Synchronization
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(10))) struct AnswerStoreTests {
    private let identity = RequestIdentity(account: "a", route: "POST /v1/items", key: "k")

    /// Counts the runs of a request.
    private final class Runs: Sendable {
        private let number = Mutex(0)

        var count: Int { number.withLock { $0 } }

        func next(_ status: Int = 200) -> APIResponse {
            APIResponse(
                status: status,
                body: number.withLock { number in
                    number += 1
                    return [UInt8(truncatingIfNeeded: number)]
                })
        }
    }

    @Test func `an answer is kept for 24 hours`() async throws {
        let clock = TestClock()
        let store = InMemoryAnswerStore(time: clock)
        let runs = Runs()
        for hours: Int64 in [0, 1, 23] {
            clock.set(hours: hours)
            #expect(try await store.answer(to: identity, body: [1]) { runs.next() }.body == [1])
        }
        clock.set(hours: 24)
        #expect(try await store.answer(to: identity, body: [2]) { runs.next() }.body == [2])
    }

    @Test func `another body under the same key is refused`() async throws {
        let store = InMemoryAnswerStore(time: SystemTimeSource())
        let runs = Runs()
        _ = try await store.answer(to: identity, body: [1]) { runs.next() }
        let error = await #expect(throws: Problem.self) {
            try await store.answer(to: identity, body: [2]) { runs.next() }
        }
        #expect(error?.code == "idempotencyKeyReused")
        #expect(runs.count == 1)
    }

    @Test func `failures are not kept, whether thrown or answered`() async throws {
        struct Broken: Error {}
        let store = InMemoryAnswerStore(time: SystemTimeSource())
        let runs = Runs()
        await #expect(throws: Broken.self) { try await store.answer(to: identity, body: [1]) { throw Broken() } }
        #expect(try await store.answer(to: identity, body: [1]) { runs.next(503) }.status == 503)
        #expect(try await store.answer(to: identity, body: [2]) { runs.next() }.status == 200)
    }

    @Test func `of equal requests at once, one runs`() async throws {
        let store = InMemoryAnswerStore(time: SystemTimeSource())
        let runs = Runs()
        let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await store.answer(to: identity, body: [1]) {
                        try await Task.sleep(for: .milliseconds(2))
                        return runs.next()
                    }.body
                }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(bodies == [[1]])
        #expect(runs.count == 1)
    }

    @Test func `the oldest answers are forgotten`() async throws {
        let store = InMemoryAnswerStore(time: SystemTimeSource(), capacity: 4)
        let runs = Runs()
        for number in 0..<10 {
            let identity = RequestIdentity(account: nil, route: "POST /", key: "\(number)")
            _ = try await store.answer(to: identity, body: []) { runs.next() }
        }
        let newest = RequestIdentity(account: nil, route: "POST /", key: "9")
        #expect(try await store.answer(to: newest, body: []) { runs.next() }.body == [10])
        let oldest = RequestIdentity(account: nil, route: "POST /", key: "0")
        #expect(try await store.answer(to: oldest, body: []) { runs.next() }.body == [11])
    }

    /// A clock that a test sets.
    private final class TestClock: TimeSource {
        private let hours = Mutex<Int64>(0)

        func set(hours: Int64) { self.hours.withLock { $0 = hours } }

        func now() -> Instant {
            Instant(nanosecondsSince1970: hours.withLock { $0 } * 3_600_000_000_000, decimals: 9)
        }
    }
}
