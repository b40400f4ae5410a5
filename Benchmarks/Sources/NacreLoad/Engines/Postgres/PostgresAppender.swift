import DomainKit
import Nacre
import Synchronization

/// Appends through a connection, one commit or many in a transaction.
///
/// All connections of a store share one appender, so that one generator makes all ids.
final class PostgresAppender: Sendable {
    private static let statement = "append"

    private let random = Mutex(SplitMix64(seed: .random(in: 0 ... .max)))

    static func prepare(_ connection: PostgresConnection) throws(PostgresError) {
        let parameters = (1...18).map { "$\($0)" }.joined(separator: ", ")
        try connection.prepare(statement, "SELECT first_position, versions FROM append(\(parameters))")
    }

    func prepare(_ commit: Commit) throws -> PostgresCommit {
        let now = realNanoseconds()
        return try PostgresCommit(commit, now: now) { random.withLock { $0.nextID(at: now) } }
    }

    /// Appends one commit in a transaction of its own.
    ///
    /// - Throws: `EventStoreError` with the code `conflict`; ``PostgresError``, with nothing written.
    func append(_ commit: PostgresCommit, on connection: PostgresConnection) throws -> AppendResult {
        try commit.answer(in: connection.run(Self.statement, commit.parameters)).get()
    }

    /// Appends commits in one transaction, each checked after those before it; returns the answer or the violations of
    /// each.
    ///
    /// - Throws: ``PostgresError``, with none of them written.
    func append(
        _ commits: [PostgresCommit], on connection: PostgresConnection
    ) throws -> [Result<AppendResult, any Error>] {
        var answers: [Result<AppendResult, any Error>] = []
        guard !commits.isEmpty else { return answers }
        try connection.run(Self.statement, each: commits.map(\.parameters)) { rows in
            answers.append(try commits[answers.count].answer(in: rows))
        }
        return answers
    }
}
