import Foundation
import Nacre
import NacreLMDB

/// Nacre's embedded engine, as an embedding program uses it.
struct NacreEngine: BenchmarkEngine {
    var name: EngineName { .nacre }

    var abilities: EngineAbilities {
        [
            .openStore, .sequence, .labels, .conditions, .sharing, .projections, .files, .repeats, .requests,
            .subscriptions, .maintenance,
        ]
    }

    var indexFiles: [String] { ["index.mdb"] }

    let durability: Durability
    let mapSize: Int

    func open(_ folder: URL) async throws -> any EngineSession {
        let metrics = StageMetrics()
        return NacreSession(store: try await openStore(folder, metrics: metrics), metrics: metrics)
    }

    func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice {
        try await withStore(folder) { store in
            try await onDedicatedThread(opened)
            return try await .passes(over: store, by: path, seconds: seconds)
        }
    }

    func readBack(_ folder: URL, into auditor: LogAuditor) async throws -> LogAuditor {
        try await withStore(folder) { store in
            var auditor = auditor
            if auditor.wantsLabels {
                for try await event in store.readLog() { auditor.observe(event) }
                return auditor
            }
            return try await onDedicatedThread { [auditor] in
                var auditor = auditor
                try store.scan { event in
                    auditor.observe(
                        position: event.position, version: event.version, stream: event.streamName.bytes,
                        payload: event.data.bytes, type: event.typeName.bytes, schema: event.schema,
                        metadata: event.metadata.bytes)
                }
                return auditor
            }
        }
    }

    func faults(in folder: URL) async throws -> [String] {
        try await withStore(folder) { try await NacreSession(store: $0).verify().faults }
    }

    private func openStore(_ folder: URL, metrics: StageMetrics? = nil) async throws -> LMDBEventStore {
        let durability: LMDBEventStore.Durability =
            switch durability {
            case .full: .full
            case .unsynced, .memoryOnly: .unsynced
            }
        var options = LMDBEventStore.Options(durability: durability, mapSize: mapSize, derivedMapSize: mapSize)
        if let metrics { options.metrics = metrics }
        return try await LMDBEventStore.open(at: folder.path, options: options)
    }

    /// Opens a store, runs a body, and closes the store in every case.
    private func withStore<Result: Sendable>(
        _ folder: URL, _ body: (LMDBEventStore) async throws -> Result
    ) async throws -> Result {
        try await openStore(folder).closed(after: body)
    }
}
