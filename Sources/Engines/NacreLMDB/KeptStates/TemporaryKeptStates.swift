import Nacre

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Kept states in a temporary folder, which is removed with the last reference.
///
/// A process that is killed leaves the folder behind, among the temporary files of the system.
final class TemporaryKeptStates: KeptStateStore {
    private let path: String
    private let folder: KeptStateFolder

    /// Creates the folder.
    ///
    /// - Parameter mapSize: The map size of a copy, in bytes.
    /// - Throws: Foundation's error if the folder cannot be created.
    init(mapSize: Int) throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "nacre-kept-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = place.path
        folder = KeptStateFolder(store: place.path, mapSize: mapSize)
    }

    deinit {
        // What cannot be removed is left to the system, as after a kill.
        _ = try? FileManager.default.removeItem(atPath: path)
    }

    func states() throws -> [KeptState] { try folder.states() }

    func copy(of state: KeptState) throws -> any ReadModelStore { try folder.copy(of: state) }

    func draft(from state: KeptState?) throws -> any KeptStateDraft { try folder.draft(from: state) }

    func remove(_ state: KeptState) throws { try folder.remove(state) }

    func verify(_ state: KeptState) throws { try folder.verify(state) }
}
