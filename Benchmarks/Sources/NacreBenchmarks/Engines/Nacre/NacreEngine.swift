import Foundation
import Nacre
import NacreLMDB

/// Nacre's embedded engine, as a program that embeds it uses it.
struct NacreEngine: BenchmarkEngine {
    var name: EngineName { .nacre }

    let durability: Durability
    let mapSize: Int

    func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL
    ) async throws -> AppendSlice {
        let store = try await open(folder)
        var slice = await ConcurrentLoad.run(load, within: budget, on: StoreTarget(store: store))
        await store.close()
        let statistics = store.appendStatistics
        slice.groups = GroupStatistics(
            groups: statistics.groups, appends: statistics.commits, events: statistics.events)
        return slice
    }

    func replay(_ folder: URL, seconds: Double) async throws -> ReplaySlice {
        try await withStore(folder) { store in
            try ReplaySlice.passes(seconds: seconds) {
                var contents = LogContents(events: 0, payloadSum: 0)
                try store.scan { event in
                    contents.events += 1
                    contents.payloadSum &+= event.data.wordSum
                }
                return contents
            }
        }
    }

    func readBack(_ folder: URL, into auditor: LogAuditor) async throws -> LogAuditor {
        try await withStore(folder) { store in
            var auditor = auditor
            try store.scan { event in
                auditor.observe(
                    position: event.position, version: event.version, stream: event.streamName, payload: event.data)
            }
            return auditor
        }
    }

    private func open(_ folder: URL) async throws -> LMDBEventStore {
        let durability: LMDBEventStore.Durability =
            switch durability {
            case .full: .full
            case .riskingTheWholeStore: .riskingTheWholeStore
            }
        return try await LMDBEventStore.open(
            at: folder.path, options: .init(durability: durability, mapSize: mapSize, derivedMapSize: mapSize))
    }

    /// Opens a store, runs a blocking body on a thread of its own, and closes the store whatever happens.
    private func withStore<Result: Sendable>(
        _ folder: URL, _ body: @escaping @Sendable (LMDBEventStore) throws -> Result
    ) async throws -> Result {
        let store = try await open(folder)
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await onDedicatedThread { try body(store) })
        } catch {
            outcome = .failure(error)
        }
        await store.close()
        return try outcome.get()
    }
}
