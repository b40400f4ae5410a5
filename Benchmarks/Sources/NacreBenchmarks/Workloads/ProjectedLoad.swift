import Foundation

/// A load of the features' own events on a store whose index and projections run, as in a program.
struct ProjectedLoad: Sendable {
    let engine: any BenchmarkEngine
    let load: KernelLoad
    let durability: Durability
    let mapSize: Int
    let slicing: Slicing

    func withStore<Result: Sendable>(
        _ folder: URL, observer: ProjectionTimeline? = nil, _ body: (ProjectedStore) async throws -> Result
    ) async throws -> Result {
        try await ProjectedStore.with(
            folder, durability: durability, mapSize: mapSize, usesJournal: engine.name != .nacreUnjournaled,
            observer: observer, body)
    }
}
