import Foundation
import Nacre
import NacreLMDB

/// Nacre's embedded engine, as an embedding program uses it.
struct NacreEngine: EventStoreEngine {
    var name: EngineName {
        switch company {
        case nil: usesJournal ? .nacre : .nacreUnjournaled
        case .waiting: .nacreShared
        case .following: .nacreFollowed
        case .inspecting: .nacreInspected
        }
    }

    var abilities: EngineAbilities {
        let all: EngineAbilities = [
            .openStore, .sequence, .labels, .conditions, .sharing, .projections, .files, .repeats, .requests,
            .subscriptions, .maintenance, .wholeLog,
        ]
        // These open the store in another way, without the process beside it.
        return company == nil ? all : all.subtracting([.sharing, .projections, .maintenance])
    }

    var indexFiles: [String] { ["index.mdb"] }

    let durability: Durability
    let mapSize: Int
    var usesJournal = true

    /// What another process does with a store that is opened for appends; `nil` if there is none.
    var company: StoreCompany.Kind?

    func open(_ folder: URL) async throws -> any EngineSession {
        let metrics = StageMetrics()
        var session = NacreSession(store: try await openStore(folder, metrics: metrics))
        session.metrics = metrics
        guard let company else { return session }
        do {
            session.company = try await StoreCompany(kind: company, store: folder.path, mapSize: mapSize).start()
        } catch {
            try await session.close()
            throw error
        }
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
