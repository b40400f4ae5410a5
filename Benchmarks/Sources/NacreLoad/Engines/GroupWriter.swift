import Dispatch
import Nacre
import Synchronization

/// Writes all waiting appends in one durable transaction, and answers them.
final class GroupWriter: Sendable {
    typealias Answer = Result<AppendResult, any Error>

    let queue = AppendQueue()
    private let counts = Mutex(GroupStatistics())
    private let end = DispatchSemaphore(value: 0)

    var groups: GroupStatistics { counts.withLock(\.self) }

    func append(_ commit: Commit) async throws -> AppendResult { try await queue.append(commit) }

    /// Writes on the caller's thread until the writer is closed.
    ///
    /// `write` writes commits in one transaction, and returns the answer to each. If it throws, nothing was written.
    func run(_ write: ([Commit]) throws -> [Answer]) {
        var requests: [AppendQueue.Request] = []
        while queue.take(into: &requests) {
            let answers = answers(to: requests.map(\.commit), write)
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
