import Foundation
import GRDB
import Nacre
import Synchronization

/// An open store on SQLite: every append is a transaction of its own.
///
/// It writes on the caller's thread, as a program on SQLite does. Passing each append to a thread of the session, as
/// ``SQLiteGroupSession`` does for many at a time, would cost two thread switches per append. A single writer would
/// wait for them, and they must not be charged to SQLite. Its ``callerUse`` states this; callers whose thread has other
/// work call it on another thread.
final class SQLiteSession: SQLiteReadingSession {
    private struct State: Sendable {
        var memory: SQLiteWriterMemory
        var groups = GroupStatistics()
    }

    private let pool: DatabasePool
    let reader: SQLiteReader
    private let state: Mutex<State>

    init(pool: DatabasePool, memory: SQLiteWriterMemory) {
        self.pool = pool
        reader = SQLiteReader(pool: pool)
        state = Mutex(State(memory: memory))
    }

    func append(_ commit: Commit) async throws -> AppendResult { try write(commit) }

    private func write(_ commit: Commit) throws -> AppendResult {
        try pool.writeWithoutTransaction { database in
            try state.withLock { state in
                try state.memory.schema.makeRoom(for: commit, in: database)
                let writer = try SQLiteCommitWriter(database, schema: state.memory.schema)
                let result = try writer.inTransaction(&state.memory) { memory in
                    try writer.write(commit, &memory, now: realNanoseconds())
                }
                state.groups.add(GroupStatistics(groups: 1, appends: 1, events: commit.entries.count))
                return result
            }
        }
    }

    var callerUse: CallerUse { .blocks }

    func answeredDurability() async throws -> Durability? { try SQLiteDatabase.durability(of: pool) }

    var groups: GroupStatistics? { state.withLock(\.groups) }

    func close() async throws {
        try await onDedicatedThread { [pool] in try pool.close() }
    }
}
