import Nacre

/// What became of the requests of one group, before they are told.
struct GroupOutcome {
    /// An answer for each request that was judged, in order.
    var answers: [Result<AppendResult, any Error>] = []
    /// What the log gained, for the tail; empty where nothing was written.
    var postings: [TailPostings] = []
    /// How many commits were written, and their events.
    var commits = 0
    var events = 0
}
