import Dispatch
import Foundation
import Nacre
import Synchronization

/// The appends that wait for the group writer's thread, in order of arrival.
final class AppendQueue: Sendable {
    struct Request: Sendable {
        let commit: Commit
        let continuation: CheckedContinuation<AppendResult, any Error>
    }

    private struct State {
        var requests: [Request] = []
        var isClosed = false
        var isWriterAsleep = false
    }

    /// The time in nanoseconds for which the writer polls for the next request before it sleeps, as in Nacre's writer.
    private static let attention: UInt64 = 60_000

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)

    var waiting: Int { state.withLock(\.requests.count) }

    /// Passes a commit to the writer and waits for its answer.
    func append(_ commit: Commit) async throws -> AppendResult {
        try await withCheckedThrowingContinuation { continuation in
            let (isAccepted, isAsleep) = state.withLock { state in
                guard !state.isClosed else { return (false, false) }
                state.requests.append(Request(commit: commit, continuation: continuation))
                defer { state.isWriterAsleep = false }
                return (true, state.isWriterAsleep)
            }
            if isAsleep { wakeUp.signal() }
            if !isAccepted {
                continuation.resume(throwing: EventStoreError(.closed, "the store is closed", outcome: .notWritten))
            }
        }
    }

    /// Waits for requests and takes all waiting ones; `false` when the queue is closed and empty.
    func take(into group: inout [Request]) -> Bool {
        group.removeAll(keepingCapacity: true)
        let deadline = monotonicNanoseconds() + Self.attention
        while true {
            let isLate = monotonicNanoseconds() >= deadline
            let answer: Bool? = state.withLock { state in
                if !state.requests.isEmpty {
                    swap(&group, &state.requests)
                    return true
                }
                if state.isClosed { return false }
                state.isWriterAsleep = isLate
                return nil
            }
            if let answer { return answer }
            if isLate {
                wakeUp.wait()
            } else {
                sched_yield()
            }
        }
    }

    /// Refuses new requests; waiting ones are still written.
    func close() {
        let isAsleep = state.withLock { state in
            state.isClosed = true
            defer { state.isWriterAsleep = false }
            return state.isWriterAsleep
        }
        if isAsleep { wakeUp.signal() }
    }
}
