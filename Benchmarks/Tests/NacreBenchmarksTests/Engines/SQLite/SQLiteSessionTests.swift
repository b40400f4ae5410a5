import DomainKit
import Foundation
import GRDB
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite(.serialized) struct SQLiteSessionTests {
    private func withSession(
        grouping: Bool, _ body: (any EngineSession, URL) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let engine = SQLiteEngine(durability: .unsynced, cache: .default, isGrouping: grouping)
            let session = try await engine.open(folder)
            do {
                try await body(session, folder)
            } catch {
                try await session.close()
                throw error
            }
            try await session.close()
        }
    }

    private func events(of stream: StreamName, in folder: URL) throws -> [RecordedEvent] {
        let pool = try SQLiteDatabase.open(folder, cache: .default, durability: .unsynced).pool
        defer { try? pool.close() }
        return try SQLiteReader(pool: pool).read(.stream(stream, .forward(), limit: nil))
    }

    @Test(arguments: [false, true])
    func `an event comes back as it was appended`(grouping: Bool) async throws {
        try await withSession(grouping: grouping) { session, folder in
            let time = Instant(nanosecondsSince1970: 1_700_000_000_123_456_789, decimals: 9)
            let id = EventID.random()
            let event = EventData(
                id: id, type: "Noted", schema: 3, time: time, tags: ["b:2", "a:1"], data: [1, 2, 3], metadata: [4])
            let plain = EventData(type: "Noted", data: [])
            _ = try await session.append(Commit([event], to: "note-1", expecting: .noStream))
            _ = try await session.append(
                Commit(entries: [.init(stream: "note-2", event: plain), .init(stream: "note-1", event: plain)]))
            let events = try events(of: "note-1", in: folder)
            #expect(events.map(\.position) == [1, 3])
            #expect(events.map(\.version) == [1, 2])
            #expect(events.map(\.isLastOfCommit) == [true, true])
            #expect(events.map(\.tags) == [["b:2", "a:1"], []])
            #expect(events.map(\.data) == [[1, 2, 3], []])
            #expect(events.map(\.metadata) == [[4], []])
            #expect(events.map(\.schema) == [3, 1])
            #expect(events[0].id == id && events[0].time == time && events[0].type == "Noted")
            #expect(events[1].id != id && events[1].time == events[1].recordedAt)
            #expect(try await session.load("note-1") == LogContents(events: 2, payloadSum: 0x03_02_01))
            #expect(try await session.load("note-3") == LogContents(events: 0, payloadSum: 0))
            #expect(try await session.head() == 3)
        }
    }

    @Test(arguments: [false, true])
    func `a violated expectation conflicts, and nothing is written`(grouping: Bool) async throws {
        try await withSession(grouping: grouping) { session, _ in
            let event = EventData(type: "Noted", data: [1])
            _ = try await session.append(Commit([event], to: "note-1", expecting: .exact(0)))
            for expectation in [Expectation.exact(0), .exact(2), .noStream] {
                let error = await #expect(throws: EventStoreError.self) {
                    _ = try await session.append(Commit([event], to: "note-1", expecting: expectation))
                }
                #expect(error?.code == .conflict)
                #expect(error?.violations == [.expectation(stream: "note-1", expected: expectation, actual: 1)])
            }
            let error = await #expect(throws: EventStoreError.self) {
                _ = try await session.append(Commit([event], to: "note-2", expecting: .streamExists))
            }
            #expect(error?.code == .conflict)
            #expect(try await session.head() == 1)
            #expect(session.groups?.events == 1)
        }
    }

    @Test(arguments: [false, true])
    func `a commit with a condition is refused by an engine without conditions`(grouping: Bool) async throws {
        try await withSession(grouping: grouping) { session, _ in
            let event = EventData(type: "Noted", data: [1])
            let condition = AppendCondition(failIfEventsMatch: .all)
            let commit = Commit(entries: [.init(stream: "note-1", event: event)], conditions: [condition])
            let error = await #expect(throws: EventStoreError.self) {
                _ = try await session.append(commit)
            }
            #expect(error?.code == .invalidArgument)
            let head = try await session.head()
            #expect(head == 0)
        }
    }

    @Test(arguments: [false, true])
    func `a recorded id fails its whole commit`(grouping: Bool) async throws {
        try await withSession(grouping: grouping) { session, folder in
            let first = EventData(id: .random(), type: "Noted", data: [1])
            let other = EventData(id: .random(), type: "Other", data: [2])
            _ = try await session.append(Commit([first], to: "note-1"))
            await #expect(throws: DatabaseError.self) {
                _ = try await session.append(Commit([other, first], to: "note-2"))
            }
            // The names of the failed commit are not cached: their keys were rolled back.
            _ = try await session.append(Commit([other], to: "note-3"))
            _ = try await session.append(Commit([EventData(id: .random(), type: "Noted", data: [3])], to: "note-2"))
            #expect(try events(of: "note-2", in: folder).map(\.data) == [[3]])
            #expect(try events(of: "note-3", in: folder).map(\.type) == ["Other"])
            #expect(try await session.head() == 3)
        }
    }

    @Test(arguments: [false, true])
    func `a session sees the appends of another connection`(grouping: Bool) async throws {
        try await withSession(grouping: grouping) { session, folder in
            let event = EventData(type: "Noted", data: [1])
            let engine = SQLiteEngine(durability: .unsynced, cache: .default, isGrouping: false)
            let other = try await engine.open(folder)
            _ = try await session.append(Commit([event], to: "note-1", expecting: .exact(0)))
            _ = try await other.append(Commit([event], to: "note-1", expecting: .exact(1)))
            let error = await #expect(throws: EventStoreError.self) {
                try await session.append(Commit([event], to: "note-1", expecting: .exact(1)))
            }
            #expect(error?.violations == [.expectation(stream: "note-1", expected: .exact(1), actual: 2)])
            _ = try await session.append(Commit([event], to: "note-1", expecting: .exact(2)))
            #expect(try await other.load("note-1").events == 3)
            try await other.close()
        }
    }

    @Test(arguments: [false, true])
    func `a closed store refuses appends`(grouping: Bool) async throws {
        try await withTemporaryFolder { folder in
            let engine = SQLiteEngine(durability: .unsynced, cache: .default, isGrouping: grouping)
            let session = try await engine.open(folder)
            try await session.close()
            await #expect(throws: (any Error).self) {
                _ = try await session.append(Commit([EventData(type: "A", data: [])], to: "a-1"))
            }
        }
    }
}
