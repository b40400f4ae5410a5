import Nacre
import Synchronization

/// An open store on PostgreSQL: every append is a transaction of its own.
final class PostgresSession: PostgresReadingSession {
    /// The number of connections of a store: up to this many writers have one each; more of them share.
    static let connections = 16

    let readers: PostgresPool
    private let appender: PostgresAppender
    private let counts = Mutex(GroupStatistics())

    init(_ store: PostgresStore, _ durability: Durability) async throws {
        readers = try await PostgresPool.open(Self.connections) {
            let connection = try Self.connectReader(to: store, durability)
            try PostgresAppender.prepare(connection)
            return connection
        }
        appender = PostgresAppender()
    }

    func append(_ commit: Commit) async throws -> AppendResult {
        // On the caller's thread: while it encodes the parameters, the server works for others.
        let commit = try appender.prepare(commit)
        let result = try await readers.perform { [appender] connection in
            try appender.append(commit, on: connection)
        }
        counts.withLock { $0.add(GroupStatistics(groups: 1, appends: 1, events: commit.events)) }
        return result
    }

    var groups: GroupStatistics? { counts.withLock(\.self) }

    func close() async throws { await readers.close() }
}
