internal import Synchronization

/// A reference to an open LMDB file.
///
/// One file is open once in a process: opening it again, through whatever path, gives another reference to the same
/// environment. Each reference is closed once with ``close()``, or when it is no longer used; the last one closes the
/// file. Only the file's unnamed database is used, with keys in the order of their bytes.
///
/// Environments can be used from any thread, but not in a process forked from the one that opened them, and not on
/// network file systems.
public final class Environment: Sendable {
    /// The path as it was given.
    public let path: String

    /// Whether this call created the file; one that is there but empty was created by somebody else.
    public let wasCreated: Bool

    /// The size of a page, in bytes.
    public let pageSize: Int

    /// What was asked of the file by whoever opened it first in this process.
    public var access: Access { shared.access }

    /// The longest key, in bytes.
    public let maximumKeySize: Int

    private let shared: SharedEnvironment
    /// How the write transactions of this reference wait.
    let waits: WriteLockWaits
    private let isClosed = Atomic<Bool>(false)

    private init(_ shared: SharedEnvironment, path: String, wasCreated: Bool, patience: WriteLockPatience) {
        self.shared = shared
        self.path = path
        self.wasCreated = wasCreated
        waits = WriteLockWaits(path: path, patience: patience)
        pageSize = shared.pageSize
        maximumKeySize = shared.maximumKeySize
    }

    /// Opens the file at `path`, creating it with mode 0600 if there is none; its folder must exist.
    ///
    /// Of a file that this process has open already, the map's size and the number of readers stay as they are.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Beside it, LMDB keeps a lock file whose name ends in `-lock`.
    ///   - options: How to open it.
    /// - Returns: A new reference to the environment.
    /// - Throws: ``LMDBError``: `truncated` where the file lacks pages that are in use, `notADatabase` where it is
    ///   another program's, `optionsMismatch` where it is open with another durability or access, `inUse` where it is to be
    ///   read unlocked and another process has it open, or the system's error.
    public static func open(at path: String, options: Options = .init()) throws(LMDBError) -> Environment {
        let file =
            switch options.access {
            case .readingAndWriting: try DataFile(openingOrCreating: path)
            case .readingUnlocked: try DataFile(openingToRead: path)
            }
        let shared = try EnvironmentRegistry.shared.open(file, options: options)
        return Environment(
            shared, path: path, wasCreated: file.wasCreated, patience: options.patience)
    }

    /// Has write transactions of this reference wait for the write lock so long at most, from now on; then, those that
    /// wait already too, they throw `waitEnded`.
    ///
    /// - Parameter duration: How long.
    public func stopWaiting(within duration: Duration) {
        waits.end(within: duration)
    }

    /// Closes this reference; the last one waits until no transaction is open, then closes the file.
    ///
    /// Safe to call twice. Inside a transaction of the same thread, the reference is let go when the transaction ends.
    public func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        waits.end(within: .zero)
        if let frame = TransactionFrame.outermost(in: shared) {
            frame.pointee.deferredReleases += 1
        } else {
            EnvironmentRegistry.shared.release(shared)
        }
    }

    deinit { close() }

    /// The environment behind this reference, if the reference is not closed.
    func usable(call: String) throws(LMDBError) -> SharedEnvironment {
        guard !isClosed.load(ordering: .acquiring) else { throw .closed(call: call, path: path) }
        return shared
    }
}
