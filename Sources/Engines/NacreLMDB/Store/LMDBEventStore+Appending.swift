import DomainKit
public import Nacre

extension LMDBEventStore {
    /// Appends a commit atomically; it is durable on return, as far as the options say.
    ///
    /// - Parameters:
    ///   - commit: Events with their streams, expectations, checks and conditions.
    ///   - author: The author to record.
    /// - Returns: The positions, the version of each stream, and whether the commit was already recorded.
    /// - Throws: `EventStoreError`; `CancellationError` if the request was withdrawn before the writer took it.
    @discardableResult
    public func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        do {
            try commit.validate(as: author)
            guard commit.conditions.isEmpty else { return try await appendJudged(commit) }
            let weight = commit.weight
            // Split in two calls: without contention no async frame of the waiting path is created.
            if try !queue.reserveAtOnce(weight) { try await queue.waitForRoom(weight) }
            return try await submit(
                AppendRequest(PreparedCommit(commit, now: timeSource.now()), guardWeight: commit.guardWeight))
        } catch let error as EventStoreError where Self.failures.contains(error.code) {
            observer.metrics?.appendFailed()
            // This repeat wrote nothing, but the first attempt may have: only reopening the store shows it.
            guard error.code == .appendsStopped, error.outcome == .notWritten, writer.mayHold(commit) else {
                throw error
            }
            throw EventStoreError.appendsStopped(error.cause ?? error, outcome: .unknown)
        }
    }

    /// Writes a request, or hands it to the writer and waits for its answer.
    ///
    /// - Parameter request: The request, for which room is reserved.
    /// - Returns: The answer.
    /// - Throws: As ``AppendQueue/submit(_:)``.
    func submit(_ request: AppendRequest) async throws -> AppendResult {
        // An append runs on its caller's actor, and the main thread must not wait for a disk. (Comparing the optional with
        // `!==` makes the optimizer of Swift 6.3.1 fail.)
        let isOnMainActor = #isolation.map { ObjectIdentifier($0) == ObjectIdentifier(MainActor.shared) } ?? false
        if !Task.isCancelled, !isOnMainActor, writer.writeAlone(request) { return try request.result() }
        return try await queue.submit(request)
    }

    /// The codes of failures of the disk or of its contents, as opposed to invalid or conflicting requests.
    static let failures: [EventStoreError.Code] = [.appendsStopped, .damaged, .inputOutput, .diskFull]
}
