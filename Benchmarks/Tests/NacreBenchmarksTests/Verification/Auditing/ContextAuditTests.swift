import Foundation
import GRDB
import Nacre
import Synchronization
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Metadata and schema numbers in real engines, and the audit's findings if some are lost.
@Suite struct ContextAuditTests {
    private static let check = "every event carries its own schema number and metadata"
    private static let engines: [EngineName] = [
        .nacre, .nacreUnjournaled, .lmdb, .journal, .memory, .sqlite, .sqliteLarge, .sqliteGroup, .sqliteGroupLarge,
    ]
    private static let servers: [EngineName] = [.postgres, .postgresGroup]

    private let budget = SliceBudget(seconds: nil, events: 120)
    private let ceiling = LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap)

    private func load(_ metadataBytes: Int, labels: EventLabels = .none) -> AppendLoad {
        var load = AppendLoad(writers: 4, eventsPerAppend: 3, streams: 20, payloadBytes: 64, seed: 9, labels: labels)
        load.metadataBytes = metadataBytes
        return load
    }

    /// The events of a file, some with metadata, some with a schema number of their own.
    private func recordedLoad(in folder: URL) throws -> AppendLoad {
        let lines = (0..<20).map { number in
            let schema = number.isMultiple(of: 3) ? #""schema":\#(number + 2),"# : ""
            let metadata = number.isMultiple(of: 4) ? "" : #","metadata":{"correlationId":"c-\#(number)"}"#
            return #"{"stream":"a-\#(number % 8)","type":"T",\#(schema)"data":{"n":\#(number)}\#(metadata)}"#
        }
        let file = folder.appendingPathComponent("events.ndjson")
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        var load = AppendLoad(writers: 4, eventsPerAppend: 1, streams: 8, payloadBytes: 64, seed: 9)
        load.recorded = try RecordedEvents(reading: file.path)
        return load
    }

    /// Appends one load, changes what was stored, and audits it as another one.
    private func failed(
        _ engine: any BenchmarkEngine, _ written: AppendLoad, as read: AppendLoad, in folder: URL,
        _ change: () async throws -> Void = {}
    ) async throws -> [String] {
        let slice = try await engine.append(written, within: budget, eventsPerCommit: nil, in: folder)
        #expect(slice.events == 120)
        try await change()
        let report = await SliceAudit(secondReader: ceiling).run(
            folder, of: engine, load: read, records: slice.records
        ).report
        return report.checks.filter { !$0.passed }.map(\.name)
    }

    private func engine(_ name: EngineName) -> any BenchmarkEngine {
        name.engine(.unsynced, mapSize: smallMap)
    }

    @Test(arguments: engines, [1, 65_536])
    func `an engine stores metadata, and its audit reads it`(name: EngineName, bytes: Int) async throws {
        try await Gate.stores.pass {
            try await withTemporaryFolder { folder in
                let found = try await failed(engine(name), load(bytes), as: load(bytes), in: folder)
                #expect(found == [])
            }
        }
    }

    @Test(arguments: engines)
    func `metadata that an engine does not return fails the audit`(name: EngineName) async throws {
        try await Gate.stores.pass {
            try await withTemporaryFolder { folder in
                let found = try await failed(engine(name), load(0), as: load(100), in: folder)
                #expect(found == [Self.check])
            }
        }
    }

    @Test(arguments: servers)
    func `a server stores metadata, and the audit finds missing metadata`(name: EngineName) async throws {
        try await Gate.stores.pass {
            try await withPostgresFolder { folder in
                let found = try await failed(engine(name), load(3_000), as: load(3_000), in: folder)
                #expect(found == [])
            }
            try await withPostgresFolder { folder in
                let found = try await failed(engine(name), load(0), as: load(100), in: folder)
                #expect(found == [Self.check])
            }
        }
    }

    @Test(arguments: [EngineName.nacre, .memory, .sqlite, .sqliteGroup])
    func `every engine stores metadata and schema numbers of a file`(
        name: EngineName
    ) async throws {
        try await withTemporaryFolder { outer in
            let load = try recordedLoad(in: outer)
            let folder = outer.appendingPathComponent("store")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let stored = engine(name)
            let found = try await failed(stored, load, as: load, in: folder)
            #expect(found == [])
            let log = Mutex<[LoggedRecord]>([])
            try await stored.readBack(folder) { event in log.withLock { $0.append(event) } }
            let events = log.withLock { $0 }
            #expect(Set(events.map(\.schema)) == [1, 2, 5, 8, 11, 14, 17, 20])
            #expect(events.contains { $0.metadata == Array(#"{"correlationId":"c-1"}"#.utf8) })
            #expect(events.contains { $0.metadata.isEmpty })
        }
    }

    @Test(arguments: [
        "UPDATE events SET metadata = x'' WHERE position = 7",
        "UPDATE events SET metadata = substr(metadata, 1, 99) WHERE position = 7",
        "UPDATE events SET metadata = zeroblob(100) WHERE position = 7",
        "UPDATE events SET metadata = (SELECT metadata FROM events WHERE position = 8) WHERE position = 7",
        "UPDATE events SET schema = 2 WHERE position = 7",
    ])
    func `lost metadata and schema numbers fail the audit`(statement: String) async throws {
        try await withTemporaryFolder { folder in
            let found = try await failed(engine(.sqlite), load(100), as: load(100), in: folder) {
                let pool = try SQLiteDatabase.open(folder, cache: .default, durability: .full).pool
                try await pool.write { try $0.execute(sql: statement) }
                try pool.close()
            }
            #expect(found == [Self.check])
        }
    }

    @Test func `events with contexts of their own pass the audit, and fail it as others`() async throws {
        for (labels, expected) in [(EventLabels.context, []), (.none, [Self.check])] {
            try await withTemporaryFolder { folder in
                let found = try await failed(
                    engine(.nacre), load(0, labels: .context), as: load(0, labels: labels), in: folder)
                #expect(found == expected)
            }
        }
    }

    @Test func `a context names one of a few actors, its append, and itself`() throws {
        let load = load(0, labels: .context)
        let contexts = (UInt64(0)..<12).map { sequence in
            PayloadTemplates(of: load).metadata(of: EventMark(writer: 1, stream: 3, sequence: sequence))
        }
        #expect(Set(contexts).count == 12)
        let members = try contexts.map {
            try #require(JSONSerialization.jsonObject(with: Data($0)) as? [String: String])
        }
        #expect(Set(members.map(\.keys.count)) == [3])
        #expect(Set(members.compactMap { $0["correlationId"] }).count == 4)
        #expect(Set(members.compactMap { $0["causationId"] }).count == 12)
        #expect(members.allSatisfy { $0["actor"]?.hasPrefix("user-") == true })
    }

    @Test func `metadata is checked together with ids and tags`() async throws {
        try await withTemporaryFolder { folder in
            let written = load(100, labels: .idAndTags)
            let found = try await failed(engine(.nacre), written, as: written, in: folder)
            #expect(found == [])
        }
        try await withTemporaryFolder { folder in
            let found = try await failed(
                engine(.nacre), load(0, labels: .idAndTags), as: load(100, labels: .idAndTags), in: folder)
            #expect(found == [Self.check])
        }
    }

    @Test func `ceiling and store find each other's metadata`() async throws {
        for (writer, reader) in [(EngineName.lmdb, EngineName.nacre), (.nacre, .lmdb)] {
            try await withTemporaryFolder { folder in
                let slice = try await engine(writer).append(
                    load(100), within: budget, eventsPerCommit: nil, in: folder)
                let report = await SliceAudit(secondReader: ceiling).run(
                    folder, of: engine(reader), load: load(100), records: slice.records
                ).report
                #expect(report.passed, "\(report)")
            }
        }
    }
}
