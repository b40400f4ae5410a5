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
    let remove: @Sendable () -> Void

    /// Makes a store in memory.
    static func inMemory() -> ScratchReadModels {
        let store = InMemoryReadModelStore()
        return ScratchReadModels(store: store) { store.close() }
    }

    /// Makes a store in a file among the system's temporary ones that has no name: it goes with the process, however that
    /// ends.
    static func onDisk(mapSize: Int) throws -> ScratchReadModels {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let opened = Result {
            try LMDBReadModelStore.open(
                at: folder.appending(path: LMDBReadModelStore.fileName).path, mapSize: mapSize)
        }
        do {
            // What is open stays until it is closed.
            try FileManager.default.removeItem(at: folder)
        } catch {
            try opened.get().close()
            throw error
        }
        let store = try opened.get()
        return ScratchReadModels(store: store) { store.close() }
    }
}

extension Kernel {
    /// Makes a store of read models, does something with it, and removes it however that ends.
    ///
    /// - Parameter body: Uses the store, which is closed when it returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; `EventStoreError` or Foundation's error where the store cannot be made.
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
        try await Self.blocking.run { scratch.remove() }
        return try outcome.get()
    }
}
