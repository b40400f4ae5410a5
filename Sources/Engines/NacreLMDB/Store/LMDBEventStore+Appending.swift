import DomainKit
public import Nacre

extension LMDBEventStore {
    /// Appends a commit: all of it or nothing; durable, as the options say, when it returns.
    ///
    /// - Parameters:
    ///   - commit: Events with their streams, expectations, checks and conditions.
    ///   - author: On whose behalf it is written.
    /// - Returns: The positions, the version of each stream, and whether the commit was recorded before.
    /// - Throws: `EventStoreError`; `CancellationError` where the request was withdrawn before the writer took it.
    @discardableResult
    public func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        do {
            try commit.validate(as: author)
            guard commit.conditions.isEmpty else { return try await appendJudged(commit) }
            let weight = commit.weight
            if try !queue.reserveAtOnce(weight) { try await queue.waitForRoom(weight) }
            return try await queue.submit(
                AppendRequest(PreparedCommit(commit, now: timeSource.now()), guardWeight: commit.guardWeight))
        } catch let error as EventStoreError where Self.failures.contains(error.code) {
            observer.metrics?.appendFailed()
            throw error
        }
    }

    /// What says that an append failed by the disk or by what is on it, and not by what it asked for.
    static let failures: [EventStoreError.Code] = [.appendsStopped, .damaged, .inputOutput, .diskFull]
}
