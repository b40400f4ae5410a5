import Dispatch
import Foundation
import Nacre
import Synchronization

/// Writes all waiting appends in one durable transaction, and answers them.
final class GroupWriter: Sendable {
    typealias Answer = Result<AppendResult, any Error>

    let queue = AppendQueue()
    private let counts = Mutex(GroupStatistics())
    private let end = DispatchSemaphore(value: 0)

    var groups: GroupStatistics { counts.withLock(\.self) }

    func append(_ commit: Commit) async throws -> AppendResult { try await queue.answer(to: commit) }

    /// Writes on the caller's thread until the writer is closed.
    ///
    /// `write` writes commits in one transaction, and returns the answer to each. If it throws, nothing was written.
    func run(_ write: ([Commit]) throws -> [Answer]) {
        var requests: [AppendQueue.Request] = []
        while queue.take(into: &requests) {
            let answers = answers(to: requests.map(\.call), write)
            for (request, answer) in zip(requests, answers) { request.continuation.resume(with: answer) }
        }
        end.signal()
    }

    private func answers(to commits: [Commit], _ write: ([Commit]) throws -> [Answer]) -> [Answer] {
        do {
            let answers = try write(commits)
            var written = GroupStatistics(groups: 1)
            for case (let commit, .success) in zip(commits, answers) {
                written.appends += 1
                written.events += commit.entries.count
            }
            if written.appends > 0 { counts.withLock { $0.add(written) } }
            return answers
        } catch {
            // One append aborted the transaction: each is retried alone, and has its own result.
            guard commits.count > 1 else { return [.failure(error)] }
            return commits.flatMap { answers(to: [$0], write) }
        }
    }

    /// Refuses new appends, and waits until the waiting ones are written.
    func close() async throws {
        queue.close()
        try await onDedicatedThread { [end] in
            end.wait()
            // A second close returns at once.
            end.signal()
        }
    }
}

typealias AppendQueue = RequestQueue<Commit, AppendResult>

/// The requests that wait for a group writer's thread, in order of arrival.
final class RequestQueue<Call: Sendable, Answer: Sendable>: Sendable {
    struct Request: Sendable {
        let call: Call
        let continuation: CheckedContinuation<Answer, any Error>
    }

    private struct State {
        var requests: [Request] = []
        var isClosed = false
        var isWriterAsleep = false
    }

    /// The time in nanoseconds for which the writer polls for the next request before it sleeps, as in Nacre's writer.
    private static var attention: UInt64 { 60_000 }

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)

    var waiting: Int { state.withLock(\.requests.count) }

    /// Passes a request to the writer and waits for its answer.
    func answer(to call: Call) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            let (isAccepted, isAsleep) = state.withLock { state in
                guard !state.isClosed else { return (false, false) }
                state.requests.append(Request(call: call, continuation: continuation))
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
