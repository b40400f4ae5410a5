import Nacre

/// The outcome of one group commit, before callers are resumed; each judged request has its answer.
struct GroupOutcome {
    /// The number of judged requests, counted from the first.
    var judged = 0
    /// The postings of the new events, for the tail; empty if nothing was written.
    var postings: [TailPostings] = []
    /// The numbers of commits and events written.
    var commits = 0
    var events = 0
    /// The number of requests refused because of a conflict.
    var conflicts = 0
    /// The time until the commit started, in nanoseconds; 0 without metrics.
    var applyTime: UInt64 = 0
    /// The time of the commit, in nanoseconds; 0 without metrics.
    var syncTime: UInt64 = 0
    /// The bytes of the new blocks.
    var byteCount = 0
    /// How far the clock is behind the log's last `recordedAt`, in nanoseconds; set only when this is first noticed.
    var clockLag: Int64?
    /// Whether any request was already recorded.
    var repeatsCommits = false
    /// Whether the previous contents of the log, and with them the already recorded commits, are known to be on disk.
    var isRecordedDurable = false
}
