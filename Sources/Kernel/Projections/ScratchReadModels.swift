import Nacre
import NacreLMDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A store of read models for one comparison, or one look at the past, and what removes it afterwards.
struct ScratchReadModels: Sendable {
    /// The store.
    let store: any ReadModelStore

    /// Removes it.
    let remove: @Sendable () throws -> Void

    /// Makes a store in memory.
    static func inMemory() -> ScratchReadModels {
        let store = InMemoryReadModelStore()
        return ScratchReadModels(store: store) { store.close() }
    }

    /// Makes a store in a folder of its own among the system's temporary files.
    static func onDisk(mapSize: Int) throws -> ScratchReadModels {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do {
            let store = try LMDBReadModelStore.open(
                at: folder.appending(path: LMDBReadModelStore.fileName).path, mapSize: mapSize)
            return ScratchReadModels(store: store) {
                store.close()
                try FileManager.default.removeItem(at: folder)
            }
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }
}

extension Kernel {
    /// Makes a store of read models, does something with it, and removes it however that ends.
    ///
    /// - Parameter body: Uses the store, which is closed when it returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; `EventStoreError` or Foundation's error where the store cannot be made or removed.
    func withScratchReadModels<Result>(
        _ body: (any ReadModelStore) async throws -> Result
    ) async throws -> Result {
        let scratch = try await Self.blocking.run { [makeScratch] in try makeScratch() }
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body(scratch.store))
        } catch {
            outcome = .failure(error)
        }
        try await Self.blocking.run { try scratch.remove() }
        return try outcome.get()
    }
}
