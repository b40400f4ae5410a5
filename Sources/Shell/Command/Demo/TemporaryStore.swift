#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder for a store that nobody keeps.
struct TemporaryStore {
    /// The folder of the store.
    let path: String

    private let folder: URL

    /// Makes the folder, which its owner alone can enter.
    ///
    /// - Throws: What Foundation throws where it cannot be made.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "nacre-demo-\(UUID().uuidString.lowercased())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        path = folder.appending(path: "nacre.store").path
    }

    /// Removes the folder with all that is in it.
    ///
    /// - Throws: What Foundation throws where it cannot be removed.
    func remove() throws {
        try FileManager.default.removeItem(at: folder)
    }
}
