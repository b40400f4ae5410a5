internal import Synchronization

/// A reference to an open LMDB file.
///
/// A process opens each file once: opening it again, by any path, returns another reference to the same environment.
/// Each reference is closed once, by ``close()`` or when it is deallocated; the last one closes the file. Only the
/// file's unnamed database is used, with keys ordered by bytes.
///
/// Environments can be used from any thread, but not in a child process after `fork`, and not on network file systems.
public final class Environment: Sendable {
    /// The path as passed to `open`.
    public let path: String

    /// Whether this call created the file; `false` for an existing empty file.
    public let wasCreated: Bool

    /// The size of a page, in bytes.
    public let pageSize: Int

    /// The access with which this process first opened the file.
    public var access: Access { shared.access }

    /// The maximum key length, in bytes.
    public let maximumKeySize: Int

    /// What is attached to the file, by any reference to it.
    public let attachment: EnvironmentAttachment

    private let shared: SharedEnvironment
    /// How write transactions of this reference wait.
    let waits: WriteLockWaits
    private let isClosed = Atomic<Bool>(false)

    private init(_ shared: SharedEnvironment, path: String, wasCreated: Bool, waitPolicy: WriteLockWaitPolicy) {
        self.shared = shared
        self.path = path
        self.wasCreated = wasCreated
        waits = WriteLockWaits(path: path, waitPolicy: waitPolicy)
        pageSize = shared.pageSize
        maximumKeySize = shared.maximumKeySize
        attachment = shared.attachment
    }

    /// Opens the file at `path`, and creates it with mode 0600 if it is missing; its folder must exist.
    ///
    /// If this process has the file open already, the map size and the number of readers are unchanged.
    ///
    /// - Parameters:
    ///   - path: The path of the file. LMDB keeps a lock file beside it, with the suffix `-lock`.
    ///   - options: How to open it.
    /// - Returns: A new reference to the environment.
    /// - Throws: ``LMDBError``: `truncated` if the file lacks pages in use; `notADatabase` if it is another program's;
    ///   `optionsMismatch` if it is open with another durability or access; `inUse` if it is to be read unlocked and
    ///   another process has it open; or a system error.
    public static func open(at path: String, options: Options = .init()) throws(LMDBError) -> Environment {
        let file =
            switch options.access {
            case .readingAndWriting: try DataFile(openingOrCreating: path)
            case .readingUnlocked: try DataFile(openingToRead: path)
            }
        let shared = try EnvironmentRegistry.shared.open(file, options: options)
        return Environment(
            shared, path: path, wasCreated: file.wasCreated, waitPolicy: options.waitPolicy)
    }

    /// Limits how long write transactions of this reference wait for the write lock, from now on.
    ///
    /// After that time, every write transaction that waits, now or later, throws `waitEnded`.
    ///
    /// - Parameter duration: The limit.
    public func stopWaiting(within duration: Duration) {
        waits.end(within: duration)
    }

    /// Closes this reference; the last one waits until no transaction is open, then closes the file.
    ///
    /// Safe to call twice. If called inside a transaction of the same thread, it takes effect when the transaction
    /// ends.
    public func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        waits.end(within: .zero)
        if let frame = unsafe TransactionFrame.outermost(in: shared) {
            unsafe frame.pointee.deferredReleases += 1
        } else {
            EnvironmentRegistry.shared.release(shared)
        }
    }

    deinit { close() }

    /// The environment of this reference, unless it is closed.
    func usable(call: String) throws(LMDBError) -> SharedEnvironment {
        guard !isClosed.load(ordering: .acquiring) else { throw .closed(call: call, path: path) }
        return shared
    }
}
