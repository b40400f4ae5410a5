import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct PostgresEngineTests {
    private func engine(grouping: Bool = false) -> PostgresEngine {
        PostgresEngine(durability: .unsynced, isGrouping: grouping)
    }

    /// Runs a body with an empty folder on the shared server, when its turn has come.
    private func withPostgresStore(
        _ durability: Durability = .unsynced, _ body: (URL) async throws -> Void
    ) async throws {
        try await Gate.stores.pass { try await withPostgresFolder(durability, body) }
    }

    private let event = EventData(type: "Noted", data: [1])

    @Test(arguments: [false, true])
    func `an event comes back as it was appended`(grouping: Bool) async throws {
        try await withPostgresStore { folder in
            let id = EventID.random()
            let labelled = EventData(
                id: id, type: "Noted", schema: 3, tags: ["b:2", "a:1"], data: [1, 2, 3], metadata: [4])
            let session = try await engine(grouping: grouping).open(folder)
            _ = try await session.append(Commit([labelled], to: "note-1", expecting: .noStream))
            _ = try await session.append(
                Commit(entries: [.init(stream: "note-2", event: event), .init(stream: "note-1", event: event)]))
            try await session.close()
            let events = try await onDedicatedThread {
                var events: [RecordedEvent] = []
                let reader = try PostgresLogReader(PostgresStore(folder).connect(.full))
                try reader.readAll(reader.allNames()) { events.append($0) }
                return events
            }
            #expect(events.map(\.position) == [1, 2, 3])
            #expect(events.map(\.stream) == ["note-1", "note-2", "note-1"])
            #expect(events.map(\.version) == [1, 1, 2])
            #expect(events.map(\.isLastOfCommit) == [true, false, true])
            #expect(events.map(\.tags) == [["b:2", "a:1"], [], []])
            #expect(events.map(\.metadata) == [[4], [], []])
            #expect(events.map(\.schema) == [3, 1, 1])
            #expect(events[0].id == id)
            #expect(events[0].recordedAt <= events[1].recordedAt)
            #expect(session.groups == GroupStatistics(groups: 2, appends: 2, events: 3))
        }
    }

    @Test func `a reader never sees a position before all that come before it`() async throws {
        try await withPostgresStore { folder in
            let session = try await engine().open(folder)
            async let reading: Int = onDedicatedThread {
                let connection = try PostgresStore(folder).connect(.full)
                var seen = 0
                for _ in 0..<60 {
                    let rows = try connection.rows("SELECT count(*), coalesce(max(position), 0) FROM events")
                    let (count, head) = (rows.integer(row: 0, column: 0), rows.integer(row: 0, column: 1))
                    #expect(count == head)
                    seen = max(seen, Int(count))
                }
                return seen
            }
            let load = AppendLoad(writers: 8, eventsPerAppend: 2, streams: 16, payloadBytes: 32, seed: 1)
            let slice = await ConcurrentLoad.run(
                load, within: SliceBudget(seconds: nil, events: 800), on: session)
            #expect(slice.events == 800)
            #expect(try await reading <= 800)
            try await session.close()
        }
    }

    @Test func `a recorded id fails its own append, and no other of the transaction`() async throws {
        try await withPostgresStore { folder in
            let session = try await engine(grouping: true).open(folder)
            let taken = EventData(id: .random(), type: "Noted", data: [1])
            _ = try await session.append(Commit([taken], to: "note-0"))
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let isRepeat = number % 5 == 0
                        let event = isRepeat ? taken : EventData(id: .random(), type: "Noted", data: [2])
                        do {
                            _ = try await session.append(Commit([event], to: StreamName("note-\(number + 1)")))
                            return !isRepeat
                        } catch let error as PostgresError {
                            return isRepeat && error.sqlState == "23505"
                        }
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
            #expect(try await session.head() == 17)
            #expect(session.groups?.appends == 17)
            try await session.close()
        }
    }

    @Test func `a conflict does not fail the other appends of a transaction`() async throws {
        try await withPostgresStore { folder in
            let answers = try await onDedicatedThread {
                let connection = try PostgresStore(folder).connect(.full)
                try PostgresAppender.prepare(connection)
                let appender = PostgresAppender()
                let commits = try [
                    Commit([event], to: "note-1", expecting: .noStream),
                    Commit([event], to: "note-1", expecting: .noStream),
                    Commit([event, event], to: "note-1", expecting: .exact(1)),
                ].map(appender.prepare)
                return try appender.append(commits, on: connection)
            }
            #expect(try answers[0].get().positions == [1])
            let error = #expect(throws: EventStoreError.self) { try answers[1].get() }
            #expect(error?.violations == [.expectation(stream: "note-1", expected: .noStream, actual: 1)])
            #expect(try answers[2].get().positions == [2, 3])
            #expect(try answers[2].get().version(of: "note-1") == 3)
        }
    }

    @Test func `a server that does not sync is refused at full durability`() async throws {
        try await withPostgresStore(.unsynced) { folder in
            let durable = PostgresEngine(durability: .full, isGrouping: false)
            let error = await #expect(throws: HarnessError.self) { _ = try await durable.open(folder) }
            #expect(error?.kind == .unavailable)
            #expect(error?.message.contains("fsync") == true)
        }
    }

    @Test func `a folder without a server is an error with the remedy`() async throws {
        try await withTemporaryFolder { folder in
            let error = await #expect(throws: HarnessError.self) { _ = try await engine().open(folder) }
            #expect(error?.kind == .unavailable)
            #expect(error?.message.contains("--start-server") == true)
        }
    }

    @Test func `an index that does not match its table is a fault`() async throws {
        try await withPostgresStore { folder in
            let session = try await engine().open(folder)
            _ = try await session.append(Commit([event], to: "note-1"))
            try await session.close()
            #expect(try await engine().faults(in: folder) == [])
            try await onDedicatedThread {
                let connection = try PostgresStore(folder).connect(.full)
                try connection.execute(
                    """
                    CREATE FUNCTION key(int8) RETURNS int8 LANGUAGE sql IMMUTABLE AS 'SELECT 1::int8';
                    CREATE INDEX lying ON events (key(position));
                    CREATE OR REPLACE FUNCTION key(int8) RETURNS int8 LANGUAGE sql IMMUTABLE AS 'SELECT 2::int8';
                    """)
            }
            let faults = try await engine().faults(in: folder)
            #expect(faults.count == 1)
            #expect(faults.first?.contains("lying") == true)
        }
    }
}
