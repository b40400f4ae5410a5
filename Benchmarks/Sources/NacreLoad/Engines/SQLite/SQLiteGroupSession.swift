import Foundation
import GRDB
import Nacre

/// An open store on SQLite: one thread writes all waiting appends in one transaction.
final class SQLiteGroupSession: SQLiteReadingSession {
    private let pool: DatabasePool
    let reader: SQLiteReader
    private let writer = GroupWriter()
    private let durability: Durability

    init(pool: DatabasePool, memory: SQLiteWriterMemory) throws {
        self.pool = pool
        // Read before the thread takes the connection exclusively.
        durability = try SQLiteDatabase.durability(of: pool)
        reader = SQLiteReader(pool: pool)
        let thread = Thread { [pool, writer] in
            var memory = memory
            // The thread accesses the connection once, for its whole life, so that access costs nothing per append.
            pool.writeWithoutTransaction { database in
                writer.run { try Self.write($0, to: database, &memory) }
            }
        }
        thread.name = "sqlite-group"
        thread.start()
    }

    static func write(
        _ commits: [Commit], to database: Database, _ memory: inout SQLiteWriterMemory
    ) throws -> [GroupWriter.Answer] {
        for commit in commits { try memory.schema.makeRoom(for: commit, in: database) }
        let writer = try SQLiteCommitWriter(database, schema: memory.schema)
        return try writer.inTransaction(&memory) { memory in
            let now = realNanoseconds()
            return try commits.map { commit -> GroupWriter.Answer in
                do {
                    return .success(try writer.write(commit, &memory, now: now))
                } catch let error as EventStoreError {
                    // It was checked before anything of it was written: the others are unaffected.
                    return .failure(error)
                }
            }
        }
    }

    func append(_ commit: Commit) async throws -> AppendResult { try await writer.append(commit) }

    func answeredDurability() async throws -> Durability? { durability }

    var groups: GroupStatistics? { writer.groups }

    func close() async throws {
        try await writer.close()
        try await onDedicatedThread { [pool] in try pool.close() }
    }
}
