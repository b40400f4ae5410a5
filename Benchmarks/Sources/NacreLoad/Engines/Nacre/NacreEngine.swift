import Foundation
import Nacre
import NacreLMDB

/// Nacre's embedded engine, as an embedding program uses it.
struct NacreEngine: EventStoreEngine {
    var name: EngineName { usesJournal ? .nacre : .nacreUnjournaled }

    var abilities: EngineAbilities {
        [
            .openStore, .sequence, .labels, .conditions, .sharing, .projections, .files, .repeats, .requests,
            .subscriptions, .maintenance, .wholeLog,
        ]
    }

    var indexFiles: [String] { ["index.mdb"] }

    let durability: Durability
    let mapSize: Int
    var usesJournal = true

    func open(_ folder: URL) async throws -> any EngineSession {
        let metrics = StageMetrics()
        var session = NacreSession(store: try await openStore(folder, metrics: metrics))
        session.metrics = metrics
        return session
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
        options.usesJournal = usesJournal
        if let metrics { options.metrics = metrics }
        return try await LMDBEventStore.open(at: folder.path, options: options)
    }

    func withStore<Result: Sendable>(
        _ folder: URL, _ body: (LMDBEventStore) async throws -> Result
    ) async throws -> Result {
        try await openStore(folder).closed(after: body)
    }
}
