import Foundation
import Nacre
import NacreLMDB

/// A log and its read models, in memory or in a folder, which survive closing.
final class ReopenableStorage: Sendable {
    struct Opened {
        let store: any EventStore
        let models: any ReadModelStore
    }

    private let path: String?
    private let inMemory = Opened(store: InMemoryEventStore(), models: InMemoryReadModelStore())

    init(onDisk: Bool) throws {
        path = onDisk ? NSTemporaryDirectory() + "nacre-services-\(UUID().uuidString)" : nil
        if let path { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    }

    deinit {
        if let path { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Opens both, runs a body with them, and closes what is on disk.
    func opened<Result>(_ body: (Opened) async throws -> Result) async throws -> Result {
        guard let path else { return try await body(inMemory) }
        let options = LMDBEventStore.Options(mapSize: 64 << 20, derivedMapSize: 32 << 20)
        let store = try await LMDBEventStore.open(at: path + "/store", options: options)
        let models = try await LMDBReadModelStore.open(at: path + "/views.mdb", mapSize: 32 << 20)
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(Opened(store: store, models: models)))
        } catch {
            result = .failure(error)
        }
        models.close()
        await store.close()
        return try result.get()
    }
}
