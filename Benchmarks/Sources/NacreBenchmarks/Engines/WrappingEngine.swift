import Foundation

/// An engine that wraps another one, and differs from it only where it implements a requirement itself.
///
/// Appending goes through its own ``BenchmarkEngine/open(_:)``.
protocol WrappingEngine: BenchmarkEngine {
    var engine: any BenchmarkEngine { get }
}

extension WrappingEngine {
    var name: EngineName { engine.name }

    var durability: Durability { engine.durability }

    var abilities: EngineAbilities { engine.abilities }

    var indexFiles: [String] { engine.indexFiles }

    var filler: any BenchmarkEngine { engine.filler }

    func open(_ folder: URL) async throws -> any EngineSession { try await engine.open(folder) }

    func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice {
        try await engine.replay(folder, by: path, seconds: seconds, opened: opened)
    }

    func faults(in folder: URL) async throws -> [String] { try await engine.faults(in: folder) }

    func readBack(_ folder: URL, into auditor: LogAuditor) async throws -> LogAuditor {
        try await engine.readBack(folder, into: auditor)
    }
}
