import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct StoreFillerTests {
    private func fill(keepingIn kept: URL, below folder: URL) async throws -> FilledStore {
        let engine = NacreEngine(durability: .unsynced, mapSize: smallMap)
        let load = AppendLoad(writers: 2, eventsPerAppend: 1, streams: 4, payloadBytes: 32, seed: 1, order: .rounds)
        let filler = StoreFiller(
            task: WorkerTask(
                engine: .nacre, durability: .unsynced, mapSize: smallMap, store: "", load: load),
            events: 20, tailEvents: 4, kept: kept
        ) { try await StoreWorker($0, engine: engine) }
        let audit = SliceAudit(
            secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))
        return try await filler.store(
            of: engine, in: Workspace(below: folder), audit: audit, progress: Progress(isShown: false))
    }

    @Test func `a kept store names the build that wrote it, and is found again`() async throws {
        try await withTemporaryFolder { folder in
            let kept = folder.appendingPathComponent("kept")
            let first = try await fill(keepingIn: kept, below: folder)
            let names = try FileManager.default.contentsOfDirectory(atPath: kept.path)
            #expect(names.count == 1)
            let stamp = try ProgramStamp.own.get().prefix(8)
            #expect(names[0].hasSuffix("-build-\(stamp)"))
            let again = try await fill(keepingIn: kept, below: folder)
            #expect(again.manifest == first.manifest)
        }
    }

    @Test func `a kept store with an unreadable manifest is refused with the remedy`() async throws {
        try await withTemporaryFolder { folder in
            let kept = folder.appendingPathComponent("kept")
            let first = try await fill(keepingIn: kept, below: folder)
            let manifest = first.folder.deletingLastPathComponent().appendingPathComponent("manifest.json")
            try Data("{\"load\": 1}".utf8).write(to: manifest)
            let error = try await #require(throws: HarnessError.self) {
                _ = try await fill(keepingIn: kept, below: folder)
            }
            #expect(error.kind == .badInput)
            #expect(error.message.contains("remove the store, or change --stores"))
        }
    }
}
