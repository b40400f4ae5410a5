import Foundation
import GRDB
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct SQLiteEngineTests {
    private static let engines = SQLiteCache.allCases.flatMap { cache in
        [false, true].map {
            SQLiteEngine(durability: .unsynced, cache: cache, isGrouping: $0)
        }
    }

    private let load = AppendLoad(writers: 8, eventsPerAppend: 2, streams: 50, payloadBytes: 100, seed: 9)
    private let budget = SliceBudget(seconds: nil, events: 1_600)
    private let audit = SliceAudit(
        secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))

    @Test(arguments: engines)
    func `what concurrent writers append passes the audit`(engine: SQLiteEngine) async throws {
        try await withTemporaryFolder { folder in
            let slice = try await engine.append(load, within: budget, eventsPerCommit: nil, in: folder)
            #expect(slice.events == 1_600)
            #expect(slice.groups?.appends == 800)
            #expect(slice.groups?.events == 1_600)
            let (report, contents, _) = await audit.run(folder, of: engine, load: load, records: slice.records)
            #expect(report.passed, "\(report)")
            #expect(contents.events == 1_600)
        }
    }

    @Test(arguments: engines)
    func `ids and tags are read back, and can be found`(engine: SQLiteEngine) async throws {
        var load = load
        load.labels = .idAndTags
        try await withTemporaryFolder { folder in
            let slice = try await engine.append(load, within: budget, eventsPerCommit: nil, in: folder)
            let (report, _, _) = await audit.run(folder, of: engine, load: load, records: slice.records)
            #expect(report.passed, "\(report)")
            let opened = try SQLiteDatabase.open(folder, cache: engine.cache, durability: engine.durability)
            #expect(opened.memory.schema.hasIDs)
            #expect(try await opened.pool.integer("SELECT count(*) FROM eventTags") == 3_200)
            #expect(try await opened.pool.integer("SELECT count(DISTINCT id) FROM events") == 1_600)
            try opened.pool.close()
        }
    }

    @Test func `every way to replay finds what was appended`() async throws {
        try await withTemporaryFolder { folder in
            let slice = try await Self.engines[0].append(load, within: budget, eventsPerCommit: nil, in: folder)
            let (_, contents, _) = await audit.run(folder, of: Self.engines[0], load: load, records: slice.records)
            for engine in Self.engines {
                for path in ReplayPath.allCases {
                    #expect(try await engine.replay(folder, by: path, seconds: 0).contents == [contents])
                }
            }
        }
    }

    @Test func `a lost row fails the audit`() async throws {
        try await withTemporaryFolder { folder in
            let slice = try await Self.engines[0].append(load, within: budget, eventsPerCommit: nil, in: folder)
            let pool = try SQLiteDatabase.open(folder, cache: .default, durability: .full).pool
            try await pool.write { try $0.execute(sql: "DELETE FROM events WHERE position = 800") }
            try pool.close()
            let (report, _, _) = await audit.run(folder, of: Self.engines[0], load: load, records: slice.records)
            #expect(!report.passed)
        }
    }

    @Test func `SQLite finds an index that does not match its table`() async throws {
        try await withTemporaryFolder { folder in
            _ = try await Self.engines[0].append(load, within: budget, eventsPerCommit: nil, in: folder)
            #expect(try await Self.engines[0].faults(in: folder) == [])
            let pool = try SQLiteDatabase.open(folder, cache: .default, durability: .full).pool
            try await pool.writeWithoutTransaction { database in
                try database.execute(
                    sql: """
                        PRAGMA writable_schema = ON;
                        UPDATE sqlite_master SET sql = 'CREATE INDEX eventsByType ON events (version)'
                            WHERE name = 'eventsByType';
                        PRAGMA writable_schema = OFF;
                        """)
            }
            try pool.close()
            #expect(try await Self.engines[0].faults(in: folder).isEmpty == false)
        }
    }

    @Test(arguments: engines)
    func `appending continues at the end of a reopened store`(engine: SQLiteEngine) async throws {
        try await withTemporaryFolder { folder in
            for expected in UInt64(0)..<3 {
                let session = try await engine.open(folder)
                #expect(try await session.head() == expected)
                let commit = Commit([EventData(type: "A", data: [1])], to: "a-1", expecting: .exact(expected))
                #expect(try await session.append(commit).streams == [.init(stream: "a-1", version: expected + 1)])
                #expect(session.groups?.groups == 1)
                try await session.close()
            }
        }
    }
}
