import LMDB
import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How the zeros of a ring are written: at once, or beside appends, which share the disk.
///
/// 64 MiB that are written at once keep a disk busy, and no append is answered meanwhile.
struct BuildingPace: Sendable {
    // APP-22: A busy store writes a frame instead of a transaction.

    /// Whether the journal is still wanted; otherwise building ends.
    private let isWanted: (@Sendable () -> Bool)?

    /// Without pauses.
    static let atOnce = BuildingPace(isWanted: nil)

    /// A third of the time.
    ///
    /// - Parameter isWanted: Whether the journal is still wanted; asked before each step.
    /// - Returns: The pace.
    static func beside(while isWanted: @escaping @Sendable () -> Bool) -> BuildingPace {
        BuildingPace(isWanted: isWanted)
    }

    /// The bytes of a step: beside appends, few enough that one of them hardly waits.
    var stepBytes: Int { isWanted == nil ? 1 << 20 : 512 << 10 }

    /// Performs a step that writes through the page cache, makes it durable, and pauses for twice as long.
    ///
    /// At once, it only writes.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - path: The path of the journal.
    ///   - write: Writes.
    /// - Throws: `closed` if the journal is not wanted any more; `inputOutput`; what `write` throws.
    func step(
        _ descriptor: Int32, _ path: String, _ write: () throws(EventStoreError) -> Void
    ) throws(EventStoreError) {
        guard let isWanted else { return try write() }
        guard isWanted() else { throw .storeClosed }
        let begun = ConditionLock.now
        try write()
        guard DirectFile.sync(descriptor) else { throw .journal(path, "cannot be synced", errno) }
        usleep(UInt32(clamping: 2 * (ConditionLock.now - begun) / 1_000))
    }
}
