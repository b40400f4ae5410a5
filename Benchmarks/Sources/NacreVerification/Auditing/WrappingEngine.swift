package import Foundation

/// An engine that wraps another one, and differs from it only where it implements a requirement itself.
///
/// Appending goes through its own ``BenchmarkEngine/open(_:)``.
package protocol WrappingEngine: BenchmarkEngine {
    var engine: any BenchmarkEngine { get }
}

extension WrappingEngine {
    package var name: EngineName { engine.name }

    package var durability: Durability { engine.durability }

    package var abilities: EngineAbilities { engine.abilities }

    package var indexFiles: [String] { engine.indexFiles }

    package var filler: any BenchmarkEngine { engine.filler }

    package func open(_ folder: URL) async throws -> any EngineSession { try await engine.open(folder) }

    package func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice {
        try await engine.replay(folder, by: path, seconds: seconds, opened: opened)
    }

    package func faults(in folder: URL) async throws -> [String] { try await engine.faults(in: folder) }

    package func readBack<Observer: LogObserver>(_ folder: URL, into observer: Observer) async throws -> Observer {
        try await engine.readBack(folder, into: observer)
    }
}
