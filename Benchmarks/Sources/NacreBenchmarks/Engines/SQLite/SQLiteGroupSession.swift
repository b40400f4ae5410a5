import Foundation
import GRDB
import Nacre
import Synchronization

/// An open store on SQLite: one thread writes all waiting appends in one transaction.
final class SQLiteGroupSession: SQLiteReadingSession {
    private let pool: DatabasePool
    let reader: SQLiteReader
    private let queue = AppendQueue()
    private let writer: SQLiteGroupWriter
    private let durability: Durability
    private let end = DispatchSemaphore(value: 0)

    init(pool: DatabasePool, memory: SQLiteWriterMemory) throws {
        self.pool = pool
        // Read before the thread takes the connection exclusively.
        durability = try SQLiteDatabase.durability(of: pool)
        reader = SQLiteReader(pool: pool)
        writer = SQLiteGroupWriter(queue: queue)
        let thread = Thread { [pool, writer, end] in
            // The thread accesses the connection once, for its whole life, so that access costs nothing per append.
            pool.writeWithoutTransaction { writer.run($0, memory) }
            end.signal()
        }
        thread.name = "sqlite-group"
        thread.start()
    }

    func append(_ commit: Commit) async throws -> AppendResult { try await queue.append(commit) }

    func answeredDurability() async throws -> Durability? { durability }

    var groups: GroupStatistics? { writer.groups }

    func close() async throws {
        queue.close()
        try await onDedicatedThread { [pool, end] in
            end.wait()
            // A second close returns at once.
            end.signal()
            try pool.close()
        }
    }
}
