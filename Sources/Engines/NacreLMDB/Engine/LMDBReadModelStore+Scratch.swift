#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LMDBReadModelStore {
    /// Creates a store in an unlinked temporary file, which the system frees on close or when the process ends.
    ///
    /// - Parameters:
    ///   - mapSize: The initial map size in bytes.
    ///   - fill: Called with the path of the file before it is opened, to create it with contents.
    /// - Returns: The store.
    /// - Throws: The errors of creating and opening the file, and of `fill`.
    static func scratch(mapSize: Int, fill: (String) throws -> Void = { _ in }) throws -> LMDBReadModelStore {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = folder.appending(path: fileName).path
        let opened = Result {
            try fill(file)
            return try openUnsynced(at: file, mapSize: mapSize)
        }
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
