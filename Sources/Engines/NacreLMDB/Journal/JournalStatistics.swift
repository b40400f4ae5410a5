/// What the journal of an open store holds, and what it has done since the store was opened.
public struct JournalStatistics: Hashable, Sendable {
    /// Whether appends go through the journal at present.
    public internal(set) var isInUse = false
    /// The bytes of blocks that are durable in the journal and not in `log.mdb` yet.
    public internal(set) var pendingBytes = 0
    /// How often the journal was taken into use.
    public internal(set) var uses = 0
    /// How often its use ended because another opening of the store waited.
    public internal(set) var handOvers = 0
    /// The number of groups that were written to it.
    public internal(set) var frames = 0
    /// The number of commits that put pending blocks into `log.mdb`, besides those of large groups.
    public internal(set) var drains = 0
    /// The bytes of blocks in these commits.
    public internal(set) var drainedBytes = 0
    /// The time of these commits, in nanoseconds.
    public internal(set) var drainTime: UInt64 = 0
}
