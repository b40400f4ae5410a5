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
    /// Whether what the log held before is known to be on the disk, and with it what is repeated here.
    var isRecordedSafe = false

    /// Whether any of the answers says that a commit was recorded before.
    var repeatsCommits: Bool {
        answers.contains { answer in
            if case .success(let result) = answer { result.wasAlreadyCommitted } else { false }
        }
    }
}
