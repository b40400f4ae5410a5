import Foundation
import GRDB
import Nacre
import Synchronization

/// A store on SQLite that is held open: one thread writes all appends that wait in one transaction.
final class SQLiteGroupSession: SQLiteReadingSession {
    private let pool: DatabasePool
    let reader: SQLiteReader
    private let queue = AppendQueue()
    private let writer: SQLiteGroupWriter
    private let durability: Durability
    private let end = DispatchSemaphore(value: 0)

    init(pool: DatabasePool, memory: SQLiteWriterMemory) throws {
        self.pool = pool
        // Before the thread has the connection: then nobody else gets it.
        durability = try SQLiteDatabase.durability(of: pool)
        reader = SQLiteReader(pool: pool)
        writer = SQLiteGroupWriter(queue: queue)
        let thread = Thread { [pool, writer, end] in
            // The whole life of the thread is one access to the connection: handing it out costs nothing any more.
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
            // Whoever closes a second time waits for nothing.
            end.signal()
            try pool.close()
        }
    }
}
