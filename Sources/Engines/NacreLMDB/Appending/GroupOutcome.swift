import Nacre

/// What became of the requests of one group, before they are told: each judged one has its answer.
struct GroupOutcome {
    /// How many requests were judged: the first ones.
    var judged = 0
    /// What the log gained, for the tail; empty where nothing was written.
    var postings: [TailPostings] = []
    /// How many commits were written, and their events.
    var commits = 0
    var events = 0
    /// How many requests were refused because a rule of theirs did not hold.
    var conflicts = 0
    /// How long it took until the commit began, in nanoseconds; 0 where nobody wants to know.
    var applyTime: UInt64 = 0
    /// How long committing took, in nanoseconds; 0 where nobody wants to know.
    var syncTime: UInt64 = 0
    /// Bytes of the blocks that were put.
    var byteCount = 0
    /// How far the clock is behind the log's last `recordedAt`, in nanoseconds, where that is found for the first time.
    var clockLag: Int64?
    /// Whether any of the answers says that a commit was recorded before.
    var repeatsCommits = false
    /// Whether what the log held before is known to be on the disk, and with it what is repeated here.
    var isRecordedSafe = false
}
