import CSyncCount
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Every engine obeys every rule that concerns its abilities, so that none is measured doing less work.
@Suite struct EngineConformanceTests {
    static let engines: [TriedEngine] = [
        TriedEngine(NacreEngine(durability: .unsynced, mapSize: smallMap)),
        TriedEngine(NacreEngine(durability: .unsynced, mapSize: smallMap, company: .following)),
        TriedEngine(NacreEngine(durability: .unsynced, mapSize: smallMap, company: .inspecting)),
        TriedEngine(LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap)),
        TriedEngine(JournalCeilingEngine(durability: .unsynced, fileBytes: smallJournal)),
        TriedEngine(MemoryEngine(stores: MemoryStores())),
        TriedEngine(SQLiteEngine(durability: .unsynced, cache: .default, isGrouping: false)),
        TriedEngine(SQLiteEngine(durability: .unsynced, cache: .large, isGrouping: false)),
        TriedEngine(SQLiteEngine(durability: .unsynced, cache: .default, isGrouping: true)),
        TriedEngine(SQLiteEngine(durability: .unsynced, cache: .large, isGrouping: true)),
        TriedEngine(PostgresEngine(durability: .unsynced, isGrouping: false)),
        TriedEngine(PostgresEngine(durability: .unsynced, isGrouping: true)),
    ]

    @Test(arguments: engines, EngineRule.all)
    func `an engine keeps a rule`(tried: TriedEngine, rule: EngineRule) async throws {
        guard rule.concerns(tried.engine) else { return }
        try await Gate.stores.pass { try await tried.attempt(rule) }
    }

    static let durable: [TriedEngine] = [
        TriedEngine(NacreEngine(durability: .full, mapSize: smallMap)),
        TriedEngine(NacreEngine(durability: .full, mapSize: smallMap, usesJournal: false)),
        TriedEngine(NacreEngine(durability: .full, mapSize: smallMap, company: .waiting)),
        TriedEngine(LMDBCeilingEngine(durability: .full, mapSize: smallMap)),
        TriedEngine(JournalCeilingEngine(durability: .full, fileBytes: smallJournal)),
        TriedEngine(SQLiteEngine(durability: .full, cache: .default, isGrouping: false)),
        TriedEngine(SQLiteEngine(durability: .full, cache: .large, isGrouping: false)),
        TriedEngine(SQLiteEngine(durability: .full, cache: .default, isGrouping: true)),
        TriedEngine(SQLiteEngine(durability: .full, cache: .large, isGrouping: true)),
        TriedEngine(PostgresEngine(durability: .full, isGrouping: false)),
        TriedEngine(PostgresEngine(durability: .full, isGrouping: true)),
    ]

    @Test(arguments: durable, EngineRule.promising)
    func `an engine that syncs keeps what it promises`(tried: TriedEngine, rule: EngineRule) async throws {
        guard rule.concerns(tried.engine) else { return }
        try await Gate.stores.pass { try await tried.attempt(rule) }
    }

    @Test func `a server that does not wait for syncs is detected`() async throws {
        /// Appends without waiting for syncs, but claims full durability.
        struct Careless: WrappingEngine {
            let engine: any BenchmarkEngine = PostgresEngine(durability: .unsynced, isGrouping: false)
            var durability: Durability { .full }
        }
        let rule = try #require(EngineRule.promising.first { $0.name.contains("every append is synced") })
        let error = await #expect(throws: HarnessError.self) {
            try await Gate.stores.pass { try await TriedEngine(Careless()).attempt(rule) }
        }
        #expect(error?.message.contains("were synced") == true)
    }

    @Test func `rules have unique names`() {
        #expect(Set(EngineRule.all.map(\.name)).count == EngineRule.all.count)
    }
}

/// An engine with a name for the test's description.
struct TriedEngine: Sendable, CustomTestStringConvertible {
    let engine: any BenchmarkEngine

    /// Makes the workers that share a store.
    private let makeWorker: WorkerMaker

    init(
        _ engine: any BenchmarkEngine, makeWorker: @escaping WorkerMaker = { try await WorkerProcess($0) }
    ) {
        self.engine = engine
        self.makeWorker = makeWorker
    }

    var testDescription: String { "\(engine.name.rawValue), \(engine.durability.rawValue)" }

    /// Checks a rule against the engine, in an empty folder.
    func attempt(_ rule: EngineRule) async throws {
        if engine.name.needsServer {
            // Syncs for other stores on the server would be counted too; a server without syncs makes none.
            let isAlone = engine.durability == .full && rule.name.contains("every append is synced")
            try await withPostgresFolder(engine.durability, isAlone: isAlone) { try await attempt(rule, in: $0) }
            return
        }
        try await withTemporaryFolder { outer in
            let folder = outer.resolvingSymlinksInPath().appendingPathComponent("store", isDirectory: true)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { (engine as? MemoryEngine)?.stores.letGo(of: folder) }
            try await attempt(rule, in: folder)
        }
    }

    private func attempt(_ rule: EngineRule, in folder: URL) async throws {
        var trial = EngineTrial(engine: engine, folder: folder)
        if engine.name.needsServer {
            // A server syncs in another process, which reports its count.
            trial.syncs = { folder in try await onDedicatedThread { try TestServer.syncs(of: folder) } }
        } else if sync_count("/") >= 0 {
            trial.syncs = { sync_count($0.path) }
        }
        trial.makeWorker = makeWorker
        try await rule.attempt(trial)
    }
}

extension EngineRule: CustomTestStringConvertible {
    var testDescription: String { name }
}
