import Foundation
import Nacre
import NacreLMDB
import PeerMessages

/// Updates a read model while other processes do the same: each event must count once.
struct ProjectionRun {
    let store: LMDBEventStore

    func run(batch: Int) async throws -> Position {
        try await withRunner(batch: batch) { try await $0.catchUp() }
    }

    /// Brings the model up to date, or rebuilds it, and writes a line after every transaction.
    func announce(batch: Int, schemaVersion: Int, rebuilds: Bool) async throws {
        _ = try await withRunner(batch: batch, schemaVersion: schemaVersion) { runner in
            rebuilds ? try await runner.rebuild(progress: Self.tell) : try await runner.catchUp(progress: Self.tell)
        }
    }

    private static func tell(_ position: Position, _ head: Position) {
        // The test may have closed the pipe.
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
