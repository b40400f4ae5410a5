import Nacre

/// An open store on PostgreSQL: one connection writes all waiting appends in one transaction.
final class PostgresGroupSession: PostgresReadingSession {
    private static let readers = 4

    /// The one connection that writes.
    private let pool: PostgresPool
    let readers: PostgresPool
    private let writer = GroupWriter()
    private let appender = PostgresAppender()

    init(_ store: PostgresStore, _ durability: Durability) async throws {
        pool = try await PostgresPool.open(1) {
            let connection = try store.connect(durability)
            try PostgresAppender.prepare(connection)
            return connection
        }
        do {
            readers = try await PostgresPool.open(Self.readers) {
                try Self.connectReader(to: store, durability)
            }
        } catch {
            await pool.close()
            throw error
        }
        // The thread uses the connection once, for all writing until the writer is closed.
        pool.begin { [writer, appender] connection in
            writer.run { try Self.write($0, appender, connection) }
        }
    }

    private static func write(
        _ commits: [Commit], _ appender: PostgresAppender, _ connection: PostgresConnection
    ) throws -> [GroupWriter.Answer] {
        let prepared = commits.map { commit in Result { try appender.prepare(commit) } }
        var answers = try appender.append(prepared.compactMap { try? $0.get() }, on: connection)[...]
        // An append that failed preparation was not sent, and has its error.
        return prepared.map { commit in commit.flatMap { _ in answers.removeFirst() } }
    }

    func append(_ commit: Commit) async throws -> AppendResult { try await writer.append(commit) }

    var groups: GroupStatistics? { writer.groups }

    func close() async throws {
        try await writer.close()
        await pool.close()
        await readers.close()
    }
}
