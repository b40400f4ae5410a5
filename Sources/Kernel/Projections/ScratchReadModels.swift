import Nacre
import NacreLMDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A store of read models for one comparison, and what removes it afterwards.
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
        let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-compare-\(UUID().uuidString)")
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
