extension Environment {
    /// How an environment is opened.
    public struct Options: Sendable {
        /// The map size in bytes: an upper bound for the file; address space, not disk space or memory.
        ///
        /// If the address space is too small for it, the size is halved until it fits, down to 1 GiB or the size of the
        /// file. A size below 1 GiB is used unchanged.
        public var mapSize: Int

        /// The number of slots in the reader table, shared by all processes; the first opener's value applies.
        ///
        /// Every open read transaction takes a slot, and so do the few that are kept for reuse.
        public var maximumReaders: Int

        /// What an operating-system crash may lose.
        public var durability: Durability

        /// The access to the file.
        public var access: Access

        /// How long write transactions of this reference wait for the write lock.
        public var waitPolicy: WriteLockWaitPolicy

        /// Whether a file that lacks pages in use is opened.
        ///
        /// It applies to ``Access/readingUnlocked`` only. Read such a file with a ``CheckedCursor``, which reports a
        /// missing page; LMDB's own cursors would end the process there.
        public var allowsMissingPages = false

        /// Creates options; the defaults suit a store.
        ///
        /// - Parameters:
        ///   - mapSize: The map size, in bytes.
        ///   - maximumReaders: The number of slots in the reader table.
        ///   - durability: What an operating-system crash may lose.
        ///   - access: The access to the file.
        ///   - waitPolicy: How long write transactions wait for the write lock.
        public init(
            mapSize: Int = 64 << 30, maximumReaders: Int = 1024, durability: Durability = .full,
            access: Access = .readingAndWriting, waitPolicy: WriteLockWaitPolicy = WriteLockWaitPolicy()
        ) {
            self.mapSize = mapSize
            self.maximumReaders = maximumReaders
            self.durability = durability
            self.access = access
            self.waitPolicy = waitPolicy
        }
    }

    /// The access to a file and to its lock file.
    public enum Access: Sendable {
        /// Both can be written; missing ones are created.
        case readingAndWriting
        /// Neither is written or created. Reading throws `inUse` if another process has the file open or has written to
        /// it, because writers do not see a reader that is not in the lock file.
        case readingUnlocked
    }

    /// What a crash of the operating system may lose; a crash of the process alone loses no commits.
    public enum Durability: String, Sendable {
        /// Nothing: a commit returns when it is on disk.
        case full
        /// The last commit, but not the file's integrity (`MDB_NOMETASYNC`).
        case noMetaSync
        /// Commits since the last ``Environment/sync()``, and the file's integrity unless the file system preserves
        /// write order (`MDB_NOSYNC`).
        case noSync
    }
}
