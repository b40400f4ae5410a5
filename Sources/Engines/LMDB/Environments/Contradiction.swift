internal import Synchronization

/// Which transactions a file and its lock file named when they did not come to agree.
///
/// As long as both name these, waiting once more does not help. Without this, each reader of a file whose meta page a
/// disk has overwritten would wait for a second.
struct Contradiction: ~Copyable {
    private let inFile = Atomic<UInt64>(0)
    private let inLockFile = Atomic<UInt64>(0)

    /// Notes that waiting has not helped.
    func note(file: UInt64, lockFile: UInt64) {
        inFile.store(file, ordering: .relaxed)
        inLockFile.store(lockFile, ordering: .relaxed)
    }

    /// Whether it is the one that was noted.
    ///
    /// Of two that are noted at once, a mixture may be read: that one stands for no agreement either.
    func isKnown(file: UInt64, lockFile: UInt64) -> Bool {
        inFile.load(ordering: .relaxed) == file && inLockFile.load(ordering: .relaxed) == lockFile
    }
}
