import DomainKit
import GRDB
import Nacre

/// Checks and writes commits in the open transaction, with statements prepared once.
///
/// It is valid only within the database access in which it was created.
struct SQLiteCommitWriter {
    private struct Slot {
        let stream: StreamName
        var key: Int64?
        var version: StreamVersion
        var isWritten = false
    }

    private let begin: Statement
    private let commit: Statement
    private let rollBack: Statement
    private let state: HotStatement
    private let version: HotStatement
    private let insert: HotStatement
    private let insertTag: HotStatement?
    private let streams: SQLiteNameTable
    private let types: SQLiteNameTable
    private let tags: SQLiteNameTable?
    private let database: Database

    init(_ database: Database, schema: SQLiteSchema) throws {
        self.database = database
        begin = try database.cachedStatement(sql: "BEGIN IMMEDIATE")
        commit = try database.cachedStatement(sql: "COMMIT")
        rollBack = try database.cachedStatement(sql: "ROLLBACK")
        state = try HotStatement("PRAGMA data_version", in: database)
        version = try HotStatement("SELECT max(version) FROM events WHERE stream = ?", in: database)
        insert = try HotStatement(
            "INSERT INTO events (\(SQLiteSchema.eventColumns)) VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            in: database)
        streams = try SQLiteNameTable("streams", in: database)
        types = try SQLiteNameTable("types", in: database)
        tags = schema.hasTags ? try SQLiteNameTable("tags", in: database) : nil
        insertTag =
            schema.hasTags
            ? try HotStatement("INSERT INTO eventTags (tag, position) VALUES (?, ?)", in: database) : nil
    }

    /// Runs a body in a transaction, which is durable on return; on failure, the transaction and the memory are rolled
    /// back.
    func inTransaction<Result>(
        _ memory: inout SQLiteWriterMemory, _ body: (inout SQLiteWriterMemory) throws -> Result
    ) throws -> Result {
        do {
            try begin.execute()
            memory.begin(in: try state.integer())
            let result = try body(&memory)
            try commit.execute()
            memory.commit()
            return result
        } catch {
            memory.rollBack()
            // After some errors, SQLite has already rolled back.
            if database.isInsideTransaction { try rollBack.execute() }
            throw error
        }
    }

    /// Checks a commit, and writes it if its rules hold.
    ///
    /// - Throws: `EventStoreError` with code `conflict`, with nothing written; `DatabaseError`, perhaps with a part of
    ///   the commit in the transaction, which must be rolled back.
    func write(_ commit: Commit, _ memory: inout SQLiteWriterMemory, now: Int64) throws -> AppendResult {
        guard !commit.entries.isEmpty else {
            throw EventStoreError(.invalidArgument, "a commit has at least one event", outcome: .notWritten)
        }
        guard commit.conditions.isEmpty else {
            throw EventStoreError(
                .invalidArgument, "this engine does not support conditions: append without them", outcome: .notWritten)
        }
        var slots: [Slot] = []
        try judge(commit, &slots, &memory)

        memory.recordedAt = max(memory.recordedAt, now)
        var first: Int64 = 0
        var last: Int64 = 0
        for index in commit.entries.indices {
            let entry = commit.entries[index]
            let slot = try self.slot(of: entry.stream, &slots, &memory)
            let stream = try slots[slot].key ?? memory.streams.key(of: entry.stream, addingTo: streams)
            slots[slot].key = stream
            slots[slot].version += 1
            slots[slot].isWritten = true
            insert.bind(stream, at: 1)
            insert.bind(Int64(bitPattern: slots[slot].version), at: 2)
            insert.bind(try memory.types.key(of: entry.event.type, addingTo: types), at: 3)
            insert.bind(entry.event.time?.nanosecondsSince1970 ?? now, at: 5)
            insert.bind(memory.recordedAt, at: 6)
            insert.bind(Int64(entry.event.schema), at: 7)
            insert.bind(index == commit.entries.count - 1 ? 1 : 0, at: 8)
            last = try insertBytes(of: entry.event, id: entry.event.id ?? memory.nextID(now: now))
            if index == 0 { first = last }
            for tag in entry.event.tags { try insert(tag, at: last, &memory) }
        }
        for slot in slots {
            if let key = slot.key { memory.note(slot.version, of: key) }
        }
        return AppendResult(
            firstPosition: Position(first), lastPosition: Position(last),
            streams: slots.filter(\.isWritten).map {
                AppendResult.StreamState(stream: $0.stream, version: $0.version)
            })
    }

    private func judge(_ commit: Commit, _ slots: inout [Slot], _ memory: inout SQLiteWriterMemory) throws {
        var violations: [Violation] = []
        for guarded in commit.expectations {
            let actual = slots[try slot(of: guarded.stream, &slots, &memory)].version
            guard !guarded.expectation.holds(at: actual) else { continue }
            violations.append(
                .expectation(stream: guarded.stream, expected: guarded.expectation, actual: actual))
        }
        for guarded in commit.checks {
            let actual = slots[try slot(of: guarded.stream, &slots, &memory)].version
            guard !guarded.expectation.holds(at: actual) else { continue }
            violations.append(.check(stream: guarded.stream, expected: guarded.expectation, actual: actual))
        }
        guard violations.isEmpty else { throw EventStoreError.conflict(violations) }
    }

    /// The slot of a stream, with its version in the transaction.
    private func slot(
        of stream: StreamName, _ slots: inout [Slot], _ memory: inout SQLiteWriterMemory
    ) throws -> Int {
        if let slot = slots.lastIndex(where: { $0.stream == stream }) { return slot }
        let key = try memory.streams.key(of: stream, in: streams)
        slots.append(Slot(stream: stream, key: key, version: try key.map { try version(of: $0, memory) } ?? 0))
        return slots.count - 1
    }

    private func version(of stream: Int64, _ memory: SQLiteWriterMemory) throws -> StreamVersion {
        if let known = memory.version(of: stream) { return known }
        version.bind(stream, at: 1)
        return StreamVersion(try version.integer() ?? 0)
    }

    /// Binds the bytes of an event, inserts it, and returns its position.
    private func insertBytes(of event: EventData, id: EventID) throws -> Int64 {
        let idBytes = (id.high.bigEndian, id.low.bigEndian)
        return try withUnsafeBytes(of: idBytes) { id in
            insert.bind(id, at: 4)
            return try TagLines.encode(event.tags).withUnsafeBytes { tags in
                insert.bind(tags, at: 9)
                return try event.metadata.withUnsafeBytes { metadata in
                    insert.bind(metadata, at: 10)
                    return try event.data.withUnsafeBytes { data in
                        insert.bind(data, at: 11)
                        try insert.run()
                        return insert.lastInsertedKey
                    }
                }
            }
        }
    }

    private func insert(_ tag: Tag, at position: Int64, _ memory: inout SQLiteWriterMemory) throws {
        guard let tags, let insertTag else { return }
        insertTag.bind(try memory.tags.key(of: tag, addingTo: tags), at: 1)
        insertTag.bind(position, at: 2)
        try insertTag.run()
    }
}
