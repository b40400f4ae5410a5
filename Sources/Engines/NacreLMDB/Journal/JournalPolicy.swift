/// When a store takes its journal into use, and how much the journal holds; times in nanoseconds.
package struct JournalPolicy: Sendable {
    /// How long LMDB must have been committing within ``busyPeriod`` before the journal is taken into use.
    ///
    /// A store that appends now and then keeps to LMDB alone: its log is complete at any time.
    package var busyTime: UInt64 = 200_000_000
    package var busyPeriod: UInt64 = 1_000_000_000

    /// After how long without a frame the use ends.
    package var idleTime: UInt64 = 1_000_000_000

    /// How often the journal's thread looks for other openings and for what is due.
    package var lookInterval: UInt64 = 10_000_000

    /// How long it waits after another opening was there, or the journal could not be prepared.
    package var retryInterval: UInt64 = 250_000_000

    /// How long blocks stay out of LMDB at most, and from how many bytes on they are drained at once.
    package var drainInterval: UInt64 = 100_000_000
    package var drainBytes = 4 << 20

    /// The size of a commit that drains or recovers: it ends with the group that reaches it.
    package var commitBytes = 4 << 20

    /// The most bytes of blocks that LMDB may lack.
    ///
    /// From half of them on, groups go into LMDB directly.
    package var pendingBytes = 16 << 20

    /// From this size on, a group goes into LMDB directly, with everything that is pending.
    package var directBytes = 256 << 10

    /// How long writing a frame may take of late, so that a lone caller writes its own, and how late callers may be
    /// resumed: a blocked thread of the pool must not be missed.
    package var aloneWriteTime: UInt64 = 300_000
    package var resumptionLimit: UInt64 = 200_000

    /// The largest request that a lone caller writes itself.
    package var aloneBytes = 16 << 10

    /// The size of the file, and whether a new one is written in steps with pauses, so that appends are not delayed.
    package var fileBytes = JournalLayout.fileBytes
    package var pausesWhileBuilding = true

    package init() {}
}
