internal import Synchronization

/// The transaction ids in a file and its lock file that still disagreed after waiting.
///
/// While both name these ids, waiting again does not help. Without this record, each reader of a file whose meta page
/// a disk has overwritten would wait for one second.
struct TransactionIDMismatch: ~Copyable {
    private let inFile = Atomic<UInt64>(0)
    private let inLockFile = Atomic<UInt64>(0)

    /// Records that waiting did not help.
    func note(file: UInt64, lockFile: UInt64) {
        inFile.store(file, ordering: .relaxed)
        inLockFile.store(lockFile, ordering: .relaxed)
    }

    /// Whether this disagreement was recorded.
    ///
    /// Two concurrent recordings may be read as a mixture, which also stands for a disagreement.
    func isKnown(file: UInt64, lockFile: UInt64) -> Bool {
        inFile.load(ordering: .relaxed) == file && inLockFile.load(ordering: .relaxed) == lockFile
    }
}
