#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The temporary folder of a store.
struct TemporaryStore {
    /// The folder of the store.
    let path: String

    private let folder: URL

    /// Creates the folder, accessible to its owner only.
    ///
    /// - Throws: Foundation's error if it cannot be created.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "nacre-demo-\(UUID().uuidString.lowercased())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        path = folder.appending(path: "nacre.store").path
    }

    /// Removes the folder and its contents.
    ///
    /// - Throws: Foundation's error if it cannot be removed.
    func remove() throws {
        try FileManager.default.removeItem(at: folder)
    }
}
