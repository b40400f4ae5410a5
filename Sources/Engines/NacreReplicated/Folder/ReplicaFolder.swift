internal import Nacre
internal import NacreLMDB
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The folder of a node: the local store, and three small files beside it.
struct ReplicaFolder: Sendable {
    let path: String

    /// Held by the one node that has the folder open.
    var lock: String { path + "/replica-lock" }
    /// How far the log was followed: a hint.
    var hint: String { path + "/replica" }
    /// The boot of the machine in which the replica is in use; missing after a clean closing.
    var marker: String { path + "/replica-running" }

    /// The files of the local store that a crash of the machine may have damaged.
    private static let untrustedNames = ["log.mdb", "log.mdb-lock", "index.mdb", "index.mdb-lock"]

    /// Creates the folder if it is missing, and takes its lock.
    ///
    /// - Returns: The lock, which is held as long as the object exists.
    /// - Throws: `cannotCreate`; `locked` if another node has the folder open.
    func take() throws(EventStoreError) -> ReplicaFolderLock {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("cannot be created") }
        let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("cannot be locked") }
        let held = ReplicaFolderLock(descriptor: descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw failure("cannot be locked") }
            throw EventStoreError(
                .locked,
                """
                the folder \(quoted(path, upTo: .max)) is open as a node of a replicated store already: close that one, \
                or give this node a folder of its own
                """)
        }
        return held
    }

    // MARK: The marker of use

    /// Whether the replica was in use when the machine went down.
    ///
    /// - Parameter boot: The id of the present boot.
    /// - Returns: Whether another boot than this one has left it in use.
    /// - Throws: `inputOutput` if the marker cannot be read.
    func wasInterrupted(before boot: String) throws(EventStoreError) -> Bool {
        guard let bytes = try SmallFile.read(marker) else { return false }
        return String(decoding: bytes, as: UTF8.self) != boot
    }

    /// Marks the replica as in use, durably.
    func mark(_ boot: String) throws(EventStoreError) { try SmallFile.write(Array(boot.utf8), to: marker) }

    /// Makes the files of a closed replica durable, and removes the marker.
    func unmark() throws(EventStoreError) {
        for name in ["log.mdb", "index.mdb"] { try SmallFile.sync(path + "/" + name) }
        guard unlink(marker) == 0 || errno == ENOENT else { throw failure("contains a marker that cannot be removed") }
        try SmallFile.sync(path)
    }

    /// Renames the files of a replica that is not trusted any more.
    ///
    /// - Returns: The path of the log that was set aside, which replaces an earlier one.
    func setAside() throws(EventStoreError) -> String {
        for name in Self.untrustedNames {
            let file = path + "/" + name
            guard rename(file, file + "-untrusted") == 0 || errno == ENOENT else {
                throw failure("contains an untrusted \(name), which cannot be renamed")
            }
        }
        guard unlink(hint) == 0 || errno == ENOENT else { throw failure("contains a file that cannot be removed") }
        try SmallFile.sync(path)
        return path + "/log.mdb-untrusted"
    }

    private func failure(_ what: String) -> EventStoreError { SmallFile.failure(path, what) }
}

/// The lock of a node's folder.
final class ReplicaFolderLock: Sendable {
    private let descriptor: Mutex<Int32?>

    fileprivate init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

    /// Releases the lock; safe to call twice.
    func release() {
        // Closing the only descriptor releases it.
        let open = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let open { close(open) }
    }

    deinit { release() }
}
