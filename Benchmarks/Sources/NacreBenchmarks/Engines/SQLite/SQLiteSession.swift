import Foundation
import GRDB
import Nacre
import Synchronization

/// A store on SQLite that is held open: every append is a transaction of its own.
final class SQLiteSession: EngineSession {
    private struct State: Sendable {
        var memory: SQLiteWriterMemory
        var groups = GroupStatistics(groups: 0, appends: 0, events: 0)
    }

    private let pool: DatabasePool
    let reader: SQLiteReader
    private let state: Mutex<State>

    init(pool: DatabasePool, memory: SQLiteWriterMemory) {
        self.pool = pool
        reader = SQLiteReader(pool: pool)
        state = Mutex(State(memory: memory))
    }

    func append(_ commit: Commit) async throws -> AppendResult {
        let result = try write(commit)
        // Nothing above suspends: a writer that appends again at once would keep its thread, and the others waiting.
        await Task.yield()
        return result
    }

    // On the caller's thread: handing the work to another one would cost each append two changes of threads.
    private func write(_ commit: Commit) throws -> AppendResult {
        try pool.writeWithoutTransaction { database in
            try state.withLock { state in
                try state.memory.schema.makeRoom(for: commit, in: database)
                let writer = try SQLiteCommitWriter(database, schema: state.memory.schema)
                let result = try writer.inTransaction(&state.memory) { memory in
                    try writer.write(commit, &memory, now: realNanoseconds())
                }
                state.groups.groups += 1
                state.groups.appends += 1
                state.groups.events += commit.entries.count
                return result
            }
        }
    }

    func head() async throws -> Position { try reader.head() }

    func load(_ stream: StreamName) async throws -> LogContents {
        var contents = LogContents(events: 0, payloadSum: 0)
        for event in try reader.events(of: stream) { contents.add(event.data) }
        return contents
    }

    func answeredDurability() async throws -> Durability? { try SQLiteDatabase.durability(of: pool) }

    var groups: GroupStatistics? { state.withLock(\.groups) }

    func close() async throws {
        try await onDedicatedThread { [pool] in try pool.close() }
    }
}
