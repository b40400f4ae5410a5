import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Workloads that read filled stores; filling is not measured.
@Suite struct ReadingWorkloadTests {
    private let nacre = NacreEngine(durability: .unsynced, mapSize: smallMap)
    private let audit = SliceAudit(
        secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))
    private let silent = Progress(isShown: false)

    private func filler(keptIn kept: URL? = nil) -> StoreFiller {
        let load = AppendLoad(
            writers: 4, eventsPerAppend: 1, streams: 20, payloadBytes: 64, seed: 2, order: .rounds)
        let engine = nacre
        return StoreFiller(
            task: WorkerTask(
                engine: .nacre, durability: .unsynced, mapSize: smallMap, store: "", load: load),
            events: 400, tailEvents: 100, kept: kept
        ) { try await StoreWorker($0, engine: engine) }
    }

    @Test func `streams are loaded with all their events, and every slice has percentiles`() async throws {
        try await withTemporaryFolder { folder in
            let results = try await StreamsWorkload(
                engines: [nacre], filler: filler(), slicing: Slicing(runs: 2, seconds: 0.01)
            ).run(in: Workspace(below: folder), audit: audit, progress: silent)
            #expect(results[0].audit.passed, "\(results[0].audit)")
            #expect(results[0].sliceLatencies.count == 2)
            #expect(results[0].eventsPerSecond.count == 2)
        }
    }

    @Test func `a stream that lacks an event fails the audit`() async throws {
        try await withTemporaryFolder { folder in
            let results = try await StreamsWorkload(
                engines: [ForgetfulReader(engine: nacre)], filler: filler(), slicing: Slicing(runs: 1, seconds: 0.01)
            ).run(in: Workspace(below: folder), audit: audit, progress: silent)
            #expect(!results[0].audit.passed)
        }
    }

    @Test func `opening a store with a lagging index finds every event, warm and cold`() async throws {
        try await withTemporaryFolder { folder in
            let workload = OpeningWorkload(engines: [nacre], filler: filler(), runs: 2, coldRuns: 0)
            let result = try await workload.run(in: Workspace(below: folder), audit: audit, progress: silent)[0]
            #expect(result.audit.passed, "\(result.audit)")
            #expect(result.figures.map(\.name) == ["events behind the index", "warm, median", "warm, longest"])
            // So few events fill no generation: the index that is put back is empty.
            #expect(result.figures[0].value == 400)
            #expect(result.latencies.summary != nil)
        }
    }

    @Test func `a store that opens with a missing event fails the audit`() async throws {
        try await withTemporaryFolder { folder in
            let workload = OpeningWorkload(
                engines: [ForgetfulReader(engine: nacre)], filler: filler(), runs: 1, coldRuns: 0)
            let result = try await workload.run(in: Workspace(below: folder), audit: audit, progress: silent)[0]
            let broken = result.audit.checks.filter { !$0.passed }.map(\.name)
            #expect(broken.contains("a reopened store has the head it was closed with"))
        }
    }

    @Test func `every stream of a filled store has the same number of events`() async throws {
        try await withTemporaryFolder { folder in
            let store = try await filler().store(
                of: nacre, in: Workspace(below: folder), audit: audit, progress: silent)
            let contents = store.manifest.streams
            let streams = (0..<20).map { contents[$0] }
            #expect(streams.allSatisfy { $0.events == 20 })
            #expect(streams.reduce(0) { $0 &+ $1.payloadSum } == store.manifest.contents.payloadSum)
        }
    }

    @Test func `the held-back index lags, and is restored whole`() async throws {
        try await withTemporaryFolder { folder in
            let store = try await filler().store(
                of: nacre, in: Workspace(below: folder), audit: audit, progress: silent)
            let held = try Data(contentsOf: store.heldBack.appendingPathComponent("index.mdb"))
            try Data("anything".utf8).write(to: store.folder.appendingPathComponent("index.mdb"))
            try store.holdIndexBack()
            #expect(try Data(contentsOf: store.folder.appendingPathComponent("index.mdb")) == held)
        }
    }

    @Test func `a kept store is found again and filled only once`() async throws {
        try await withTemporaryFolder { folder in
            let filler = filler(keptIn: folder.appendingPathComponent("kept"))
            let workspace = try Workspace(below: folder)
            let first = try await filler.store(of: nacre, in: workspace, audit: audit, progress: silent)
            let log = first.folder.appendingPathComponent("log.mdb")
            let made = try log.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
            let second = try await filler.store(of: nacre, in: workspace, audit: audit, progress: silent)
            #expect(second.manifest == first.manifest)
            #expect(try log.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate == made)
        }
    }

    @Test func `a store is cold if opening leaves few of its pages in memory`() {
        #expect(PageCache.Residency(resident: 5_072, pages: 100_000).isCold)
        #expect(!PageCache.Residency(resident: 5_073, pages: 100_000).isCold)
        #expect(!PageCache.Residency(resident: 3_073, pages: 10).isCold)
    }

    @Test(arguments: [EngineName.nacre, .lmdb, .sqlite])
    func `a replay reports that the store is open, and makes no pass if that fails`(name: EngineName) async throws {
        try await withTemporaryFolder { folder in
            let engine = name.engine(.unsynced, mapSize: smallMap)
            let load = AppendLoad(writers: 4, eventsPerAppend: 1, streams: 20, payloadBytes: 64, seed: 2)
            _ = try await engine.append(
                load, within: SliceBudget(seconds: nil, events: 40), eventsPerCommit: nil, in: folder)
            let error = await #expect(throws: HarnessError.self) {
                try await engine.replay(folder, by: .scan, seconds: 0) { throw HarnessError("not cold") }
            }
            #expect(error?.message == "not cold")
        }
    }

    #if os(Linux)
        @Test func `every page of a file just written is in memory`() async throws {
            try await withTemporaryFolder { folder in
                let file = folder.appendingPathComponent("file")
                try Data(repeating: 7, count: 40_000).write(to: file)
                #expect(try PageCache.residentPages(of: file) == (40_000 + 4_095) / 4_096)
                #expect(try PageCache.residency(of: folder) == PageCache.Residency(resident: 10, pages: 10))
                try Data().write(to: file)
                #expect(try PageCache.residentPages(of: file) == 0)
            }
        }
    #endif
}

/// Finds one event too few.
private struct ForgetfulReader: WrappingEngine {
    let engine: any BenchmarkEngine

    func open(_ folder: URL) async throws -> any EngineSession {
        ForgetfulSession(session: try await engine.open(folder))
    }
}

private struct ForgetfulSession: EngineSession {
    let session: any EngineSession

    func append(_ commit: Commit) async throws -> AppendResult { try await session.append(commit) }

    func head() async throws -> Position { try await session.head() - 1 }

    func load(_ stream: StreamName) async throws -> LogContents {
        var contents = try await session.load(stream)
        contents.events -= 1
        return contents
    }

    func close() async throws { try await session.close() }
}
