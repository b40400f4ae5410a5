#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LMDBReadModelStore {
    /// Makes a store in a file among the system's temporary ones that has no name: it goes when it is closed, and with the
    /// process, however that ends.
    static func scratch(mapSize: Int) throws -> LMDBReadModelStore {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let opened = Result { try open(at: folder.appending(path: fileName).path, mapSize: mapSize) }
        do {
            // What is open stays until it is closed.
            try FileManager.default.removeItem(at: folder)
        } catch {
            try opened.get().close()
            throw error
        }
        return try opened.get()
    }
}
