import Nacre

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder of a state that is being built, locked while its process lives.
final class KeptStateDraftFolder: Sendable {
    private static let prefix = ".draft-"

    /// The folder of the kept states.
    let parent: String

    private let path: String
    private let lock: Int32

    /// The file in which the state is built.
    var file: String { "\(path)/\(LMDBReadModelStore.fileName)" }

    /// Creates a folder, and removes those that killed processes have left.
    init(in parent: String) throws {
        let path = "\(parent)/\(Self.prefix)\(UUID().uuidString)"
        self.parent = parent
        self.path = path
        // Under the opening lock of the parent: a folder is not locked yet when it is created.
        lock = try OpeningLock.hold(besides: path) {
            try Self.removeAbandoned(in: parent)
            guard unsafe mkdir(path, 0o700) == 0 else {
                throw KeptStateFolder.cannotChange(path, "cannot be created")
            }
            guard let lock = Self.locked(path) else { throw ChecksummedFile.failure(path, "cannot be locked") }
            return lock
        }
    }

    /// Removes the folder.
    ///
    /// Errors are ignored: the next draft removes what is left.
    func remove() { _ = try? FileManager.default.removeItem(atPath: path) }

    deinit { close(lock) }

    /// Removes the folders that killed processes have left; the opening lock of the parent is held.
    static func removeAbandoned(in parent: String) throws {
        for name in try StoreFolder(parent).names() where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            guard let lock = locked(path) else { continue }
            defer { close(lock) }
            for file in try StoreFolder(path).names() where file != "." && file != ".." {
                try KeptStateFolder.remove("\(path)/\(file)")
            }
            guard unsafe rmdir(path) == 0 || errno == ENOENT else {
                throw KeptStateFolder.cannotChange(path, "cannot be removed")
            }
        }
    }

    /// Locks a folder, by a file in it; `nil` if a living process has locked it, or it is gone.
    private static func locked(_ path: String) -> Int32? {
        // Not the folder itself: opening the file of read models locks that.
        let descriptor = unsafe open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        close(descriptor)
        return nil
    }
}
