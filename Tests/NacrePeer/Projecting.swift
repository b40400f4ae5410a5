import Foundation
import Nacre
import NacreLMDB
import PeerMessages

/// Keeps a read model that others keep too: each event is to count once, whoever counts it.
struct Projecting {
    let store: LMDBEventStore

    func run(batch: Int) async throws -> Position {
        try await withRunner(batch: batch) { try await $0.catchUp() }
    }

    /// Brings the model up to date, or makes it anew, and writes a line after every transaction.
    func announce(batch: Int, schemaVersion: Int, rebuilds: Bool) async throws {
        _ = try await withRunner(batch: batch, schemaVersion: schemaVersion) { runner in
            rebuilds ? try await runner.rebuild(progress: Self.tell) : try await runner.catchUp(progress: Self.tell)
        }
    }

    private static func tell(_ position: Position, _ head: Position) {
        // Whoever listens may be gone.
        try? FileHandle.standardOutput.write(contentsOf: Data("\(position)\n".utf8))
    }

    private func withRunner(
        batch: Int, schemaVersion: Int = 1, _ body: (ProjectionRunner) async throws -> Position
    ) async throws -> Position {
        let models = try open()
        defer { models.close() }
        return try await body(
            ProjectionRunner(
                projection: Counting(schemaVersion: schemaVersion), store: store, models: models,
                batchSize: .init(events: batch, bytes: 1 << 20)))
    }

    private func open() throws -> LMDBReadModelStore {
        try LMDBReadModelStore.open(at: store.path + "/views.mdb", mapSize: 32 << 20)
    }
}
