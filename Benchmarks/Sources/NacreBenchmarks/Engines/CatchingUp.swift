/// Judges from what is seen of an index, now and then, whether it has caught up with its log.
///
/// While a store is open, the newest events stay in memory until they fill a generation, which the index then takes in
/// at once. So it has caught up when no more than a generation is behind it and nothing is left to merge; an index that
/// stands still further behind has not, however long it stands.
struct CatchingUp {
    /// What is seen of an index at a moment.
    struct Sight: Hashable, Sendable {
        var indexedUpTo: UInt64

        /// Up to where the log goes.
        var head: UInt64

        /// Whether parts of it are being merged or deleted.
        var isMerging: Bool

        /// Its size, which changes while it merges.
        var bytes: Int

        /// How many events it is behind.
        var lag: UInt64 { head > indexedUpTo ? head - indexedUpTo : 0 }
    }

    /// How many events an index that has caught up may be behind: a generation of the tail (IDX-01).
    static let generation: UInt64 = 16_384

    /// How long an index may stand still that has not caught up, in nanoseconds.
    static let patience: UInt64 = 60_000_000_000

    private var last: Sight?
    private var lastMovement: UInt64 = 0

    /// Takes what is seen: where the index has caught up, this moment and how far it is behind.
    ///
    /// - Throws: ``HarnessError`` where it has not, and has stood still for too long.
    mutating func observe(_ sight: Sight, at now: UInt64) throws -> CaughtUp? {
        if sight.lag <= Self.generation, !sight.isMerging { return CaughtUp(nanoseconds: now, lag: sight.lag) }
        let hasMoved = last.map { ($0.indexedUpTo, $0.bytes) != (sight.indexedUpTo, sight.bytes) } ?? true
        last = sight
        if hasMoved { lastMovement = now }
        guard now - lastMovement < Self.patience else {
            throw HarnessError(
                "the index has stood still for \(duration(nanoseconds: now - lastMovement)), "
                    + "\(decimal(Int(sight.lag))) events behind the log\(sight.isMerging ? " and merging" : "")")
        }
        return nil
    }
}

/// When an index had caught up, and how many events it left to the memory.
struct CaughtUp: Hashable, Sendable {
    /// The moment, of ``monotonicNanoseconds()``.
    var nanoseconds: UInt64

    /// How many events it was behind the log then.
    var lag: UInt64
}
