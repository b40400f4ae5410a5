import Nacre
import Synchronization

/// A store on PostgreSQL that is held open: every append is a transaction of its own.
final class PostgresSession: PostgresReadingSession {
    /// How many connections a store has: a writer has one to itself up to here, and beyond they take turns.
    static let connections = 16

    let readers: PostgresPool
    private let appender: PostgresAppender
    private let counts = Mutex(GroupStatistics(groups: 0, appends: 0, events: 0))

    init(_ store: PostgresStore, _ durability: Durability) async throws {
        readers = try await PostgresPool.open(Self.connections) {
            let connection = try Self.connectReader(to: store, durability)
            try PostgresAppender.prepare(connection)
            return connection
        }
        appender = PostgresAppender()
    }

    func append(_ commit: Commit) async throws -> AppendResult {
        // On the caller's thread: while it makes the parameters, the server works for others.
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
