/// Judges from samples of an index's state whether it has caught up with its log.
///
/// While a store is open, the newest events stay in memory until they fill a generation, which the index then takes in
/// at once. So the index has caught up when it lags by at most a generation and has nothing left to merge. An index
/// that makes no progress at a greater lag has not caught up, however long it takes.
package struct CatchingUp {
    /// The state of an index at a moment.
    package struct Sight: Hashable, Sendable {
        var indexedUpTo: UInt64
        package var head: UInt64

        /// Whether parts of it are being merged or deleted.
        var isMerging: Bool

        /// Its size, which changes while it merges.
        package var bytes: Int

        package var lag: UInt64 { head > indexedUpTo ? head - indexedUpTo : 0 }
    }

    /// The greatest lag, in events, of an index that has caught up: a generation of the tail (IDX-01).
    package static let generation: UInt64 = 16_384

    /// The time limit, in nanoseconds, for an index that lags without progress.
    package static let patience: UInt64 = 60_000_000_000

    private var last: Sight?
    private var lastMovement: UInt64 = 0

    /// Adds a sample; returns the moment and the lag if the index has caught up.
    ///
    /// - Throws: ``HarnessError`` if it lags, and has made no progress for too long.
    package mutating func observe(_ sight: Sight, at now: UInt64) throws -> CaughtUp? {
        if sight.lag <= Self.generation, !sight.isMerging { return CaughtUp(nanoseconds: now, lag: sight.lag) }
        let hasMoved = last.map { ($0.indexedUpTo, $0.bytes) != (sight.indexedUpTo, sight.bytes) } ?? true
        last = sight
        if hasMoved { lastMovement = now }
        guard now - lastMovement < Self.patience else {
            throw HarnessError(
                "the index has made no progress for \(duration(nanoseconds: now - lastMovement)), "
                    + "\(decimal(Int(sight.lag))) events behind the log\(sight.isMerging ? " and merging" : "")")
        }
        return nil
    }
}

/// When an index had caught up, and the number of events left in memory.
package struct CaughtUp: Hashable, Sendable {
    /// The moment, by ``monotonicNanoseconds()``.
    package var nanoseconds: UInt64

    /// Its lag in events at that moment.
    package var lag: UInt64
}
