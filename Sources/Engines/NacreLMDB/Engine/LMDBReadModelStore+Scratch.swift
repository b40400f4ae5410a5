#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LMDBReadModelStore {
    /// Creates a store in an unlinked temporary file, which the system frees on close or when the process ends.
    static func scratch(mapSize: Int) throws -> LMDBReadModelStore {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let opened = Result { try open(at: folder.appending(path: fileName).path, mapSize: mapSize) }
        do {
            // The open files stay usable after they are unlinked.
            try FileManager.default.removeItem(at: folder)
        } catch {
            try opened.get().close()
            throw error
        }
        return try opened.get()
    }
}
