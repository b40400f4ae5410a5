internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension LMDBError {
    /// A result code: LMDB's own, the system's `errno`, or one of this binding.
    ///
    /// LMDB's codes lie between -30,799 and -30,780, the system's are positive, the binding's are small negative
    /// numbers.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: Int32

        /// Wraps a number returned by LMDB or the system.
        ///
        /// - Parameter rawValue: The number.
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }
}

extension LMDBError.Code {
    /// The key, or the entry that a cursor was to move to, does not exist.
    public static let notFound = Self(rawValue: MDB_NOTFOUND)
    /// The key exists already, or an appended key is not greater than the last one.
    public static let keyExists = Self(rawValue: MDB_KEYEXIST)
    /// A page that the tree refers to is not in the file: the file is damaged.
    public static let pageNotFound = Self(rawValue: MDB_PAGE_NOTFOUND)
    /// A page is not of the expected kind: the file is damaged.
    public static let corrupted = Self(rawValue: MDB_CORRUPTED)
    /// An earlier commit failed while its meta page was written; the environment must be reopened.
    public static let panic = Self(rawValue: MDB_PANIC)
    /// The file was written by an incompatible version of LMDB.
    public static let versionMismatch = Self(rawValue: MDB_VERSION_MISMATCH)
    /// The file is not an LMDB file.
    public static let notADatabase = Self(rawValue: MDB_INVALID)
    /// The map is full; the transaction can only be aborted.
    public static let mapFull = Self(rawValue: MDB_MAP_FULL)
    /// Another process made the file larger than this process's map.
    public static let mapResized = Self(rawValue: MDB_MAP_RESIZED)
    /// All slots of the reader table are taken.
    public static let readersFull = Self(rawValue: MDB_READERS_FULL)
    /// The transaction has too many dirty pages.
    public static let transactionFull = Self(rawValue: MDB_TXN_FULL)
    /// The database in the file is of another kind than requested.
    public static let incompatible = Self(rawValue: MDB_INCOMPATIBLE)
    /// A reader's slot was taken away, for example in a forked child process.
    public static let badReaderSlot = Self(rawValue: MDB_BAD_RSLOT)
    /// The transaction failed earlier, or has ended.
    public static let badTransaction = Self(rawValue: MDB_BAD_TXN)
    /// A key is empty or too long, or a value is too long.
    public static let badValueSize = Self(rawValue: MDB_BAD_VALSIZE)

    /// An argument is invalid (`EINVAL`).
    public static let invalid = Self(rawValue: EINVAL)
    /// The disk is full (`ENOSPC`).
    public static let noSpace = Self(rawValue: ENOSPC)
    /// The user's disk quota is exhausted (`EDQUOT`).
    public static let quotaExceeded = Self(rawValue: EDQUOT)
    /// The disk failed (`EIO`).
    public static let inputOutput = Self(rawValue: EIO)
    /// Memory or address space is short (`ENOMEM`).
    public static let outOfMemory = Self(rawValue: ENOMEM)
    /// The file may not be opened or changed (`EACCES`).
    public static let permissionDenied = Self(rawValue: EACCES)
    /// The file, or the folder it should be in, does not exist (`ENOENT`).
    public static let noSuchFile = Self(rawValue: ENOENT)
    /// There is a folder at the file's path (`EISDIR`).
    public static let isDirectory = Self(rawValue: EISDIR)
    /// The file system is read-only (`EROFS`).
    public static let readOnlyFileSystem = Self(rawValue: EROFS)
    /// The process has too many files open (`EMFILE`).
    public static let tooManyOpenFiles = Self(rawValue: EMFILE)

    /// The file is shorter than its own meta page says.
    public static let truncated = Self(rawValue: -1)
    /// The environment is open in this process with other options.
    public static let optionsMismatch = Self(rawValue: -2)
    /// The environment is closed.
    public static let closed = Self(rawValue: -3)
    /// The calling thread has a transaction open that forbids the call.
    public static let transactionOpen = Self(rawValue: -4)
    /// Another file replaced the file while it was being opened.
    public static let replaced = Self(rawValue: -5)
    /// Another process uses the file, which is open without a slot in its lock file.
    public static let inUse = Self(rawValue: -6)
    /// Another process or thread held the write lock for longer than the writer's limit.
    public static let lockTimeout = Self(rawValue: -7)
    /// The caller ended all waiting for write locks, or closed the reference, during the wait.
    public static let waitEnded = Self(rawValue: -8)
}

extension LMDBError.Code {
    /// The remedy for this kind of failure, if there is one.
    var remedy: String? {
        switch self {
        case .keyExists: "put the key instead of appending it, or append in ascending order"
        case .pageNotFound, .corrupted: "the file is damaged; restore it from a copy, or rebuild it"
        case .panic: "close the environment and open it again"
        case .versionMismatch: "open it with the version of LMDB that wrote it"
        case .notADatabase: "give the path of an LMDB file, or of one that does not exist yet"
        case .mapFull: "abort the transaction, enlarge the map with growMap(toAtLeast:) and run it again"
        case .mapResized: "end the transactions of this thread and begin again"
        case .readersFull: "end read transactions, or open with more maximumReaders once every process has closed it"
        case .transactionFull: "commit smaller batches"
        case .incompatible: "open a file whose main database has no special flags"
        case .badReaderSlot: "open the environment again; one opened before a fork cannot be used after it"
        case .badTransaction: "abort the transaction and run it again"
        case .noSpace: "make room on the disk"
        case .quotaExceeded: "make room within the quota"
        case .inputOutput: "check the disk, then close the environment and open it again"
        case .outOfMemory: "raise the limit on address space, or use a smaller mapSize"
        case .permissionDenied: "make the file and its folder writable for this user"
        case .noSuchFile: "create the folder first"
        case .isDirectory: "give the path of a file, not of a folder"
        case .readOnlyFileSystem: "mount it writable, or copy the file elsewhere"
        case .tooManyOpenFiles: "close files, or raise the limit"
        default: nil
        }
    }
}
