extension Environment {
    /// How an environment is opened.
    public struct Options: Sendable {
        /// The size of the map, in bytes: an upper bound for the file, and address space rather than disk or memory.
        ///
        /// Where the address space is too small for it, half is tried, and half of that, down to 1 GiB or the size of
        /// the file. A size below 1 GiB is used as it is.
        public var mapSize: Int

        /// The number of slots in the reader table, shared by all processes: what the first opener says holds.
        ///
        /// Every open read transaction takes one, and so does each of the few that are kept for the next reader.
        public var maximumReaders: Int

        /// What an operating-system crash may cost.
        public var durability: Durability

        /// What is asked of the file.
        public var access: Access

        /// How long the write transactions of this reference wait for the write lock.
        public var patience: WriteLockPatience

        /// Creates options; what is left out has the value that suits a store.
        ///
        /// - Parameters:
        ///   - mapSize: The size of the map, in bytes.
        ///   - maximumReaders: The number of slots in the reader table.
        ///   - durability: What an operating-system crash may cost.
        ///   - access: What is asked of the file.
        ///   - patience: How long write transactions wait for the write lock.
        public init(
            mapSize: Int = 64 << 30, maximumReaders: Int = 1024, durability: Durability = .full,
            access: Access = .readingAndWriting, patience: WriteLockPatience = WriteLockPatience()
        ) {
            self.mapSize = mapSize
            self.maximumReaders = maximumReaders
            self.durability = durability
            self.access = access
            self.patience = patience
        }
    }

    /// What is asked of a file, and of the lock file beside it.
    public enum Access: Sendable {
        /// Both can be written; they are made where they are not there.
        case readingAndWriting
        /// Neither is written, nor made. Reading throws `inUse` where another process has the file open or has written
        /// to it, as writers do not know of a reader that is not in the lock file.
        case readingUnlocked
    }

    /// What a crash of the operating system may cost; a crash of the process alone loses nothing committed.
    public enum Durability: String, Sendable {
        /// Nothing: a commit returns when it is on the disk.
        case full
        /// The last commit, but not the file's integrity (`MDB_NOMETASYNC`).
        case noMetaSync
        /// Commits since the last ``Environment/sync()``, and the file's integrity unless the file system keeps the
        /// order of writes (`MDB_NOSYNC`).
        case noSync
    }
}
