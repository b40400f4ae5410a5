import Foundation
import Nacre
import NacreLMDB
import Synchronization
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct NacreEngineTests {
    private let nacre = NacreEngine(durability: .unsynced, mapSize: smallMap)
    private let ceiling = LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap)
    private let load = AppendLoad(writers: 8, eventsPerAppend: 2, streams: 50, payloadBytes: 100, seed: 9)
    private let budget = SliceBudget(seconds: nil, events: 1_600)

    @Test func `what concurrent writers append passes the audit, and the second reader agrees`() async throws {
        try await withTemporaryFolder { folder in
            let slice = try await nacre.append(load, within: budget, eventsPerCommit: nil, in: folder)
            #expect(slice.events == 1_600)
            #expect(slice.groups?.events == 1_600)
            #expect(slice.groups?.appends == 800)
            let (report, contents, _) = await SliceAudit(secondReader: ceiling).run(
                folder, of: nacre, load: load, records: slice.records)
            #expect(report.passed, "\(report)")
            #expect(report.checks.contains { $0.name.hasPrefix("a second reader") })
            #expect(contents.events == 1_600)
        }
    }

    @Test func `both engines replay the same log to the same sum`() async throws {
        try await withTemporaryFolder { folder in
            _ = try await nacre.append(load, within: budget, eventsPerCommit: nil, in: folder)
            let ours = try await nacre.replay(folder, by: .scan, seconds: 0).contents
            #expect(ours.map(\.events) == [1_600])
            #expect(try await ceiling.replay(folder, by: .scan, seconds: 0).contents == ours)
            #expect(try await nacre.replay(folder, by: .sequence, seconds: 0).contents == ours)
        }
    }

    @Test func `a log written by the ceiling opens as a store, verifies, and is read`() async throws {
        try await withTemporaryFolder { folder in
            let slice = try await ceiling.append(load, within: budget, eventsPerCommit: 400, in: folder)
            try await withStore(folder) { store in
                let findings = Mutex<[String]>([])
                let summary = try await store.verify(
                    progress: { _, _ in }, finding: { finding in findings.withLock { $0.append("\(finding)") } })
                #expect(findings.withLock { $0 } == [])
                #expect(summary.events == 1_600)
                #expect(try await store.head() == 1_600)
                let events = try await store.readLog(.forward(after: 1_590)).collect()
                #expect(events.map(\.position) == Array(1_591...1_600))
                #expect(events.map(\.isLastOfCommit) == (0..<10).map { $0 % 2 == 1 })
                #expect(events.allSatisfy { $0.type == AppendLoad.eventType && $0.schema == 1 })
                #expect(events.allSatisfy { $0.time <= $0.recordedAt })
                #expect(try await store.version(of: events[9].stream) == events[9].version)
            }
            let (report, _, _) = await SliceAudit(secondReader: ceiling).run(
                folder, of: nacre, load: load, records: slice.records)
            #expect(report.passed, "\(report)")
        }
    }

    @Test func `a log that the ceiling began can be continued`() async throws {
        try await withTemporaryFolder { folder in
            _ = try await ceiling.append(load, within: budget, eventsPerCommit: 400, in: folder)
            try await withStore(folder) { store in
                try await store.append([EventData(type: "Noted", data: [1])], to: "note-1", expecting: .noStream)
            }
            #expect(try await ceiling.replay(folder, by: .scan, seconds: 0).contents.map(\.events) == [1_601])
        }
    }

    @Test func `figures of a store whose company has ended are refused`() async throws {
        try await withTemporaryFolder { folder in
            let engine = NacreEngine(durability: .unsynced, mapSize: smallMap, company: .inspecting)
            let session = try await engine.open(folder)
            let company = try #require((session as? NacreSession)?.company)
            // It finds no store, and ends.
            try FileManager.default.removeItem(at: folder.appendingPathComponent("log.mdb"))
            #expect(try await company.reply(within: 120)?.failure != nil)
            _ = await company.process.ending()
            let error = await #expect(throws: HarnessError.self) { try await session.close() }
            #expect(error?.message.contains("the process beside the store ended by itself with exit code 1") == true)
        }
    }

    private func withStore(_ folder: URL, _ body: (LMDBEventStore) async throws -> Void) async throws {
        let store = try await LMDBEventStore.open(
            at: folder.path, options: .init(mapSize: smallMap, derivedMapSize: smallMap))
        do {
            try await body(store)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }
}
