import Nacre

/// The outcomes of all calls that appended one commit.
struct AttemptSummary: Sendable {
    var events: [EventShape]

    /// When the first call began that can have written it.
    var firstInvoked: UInt64 = .max

    var acceptedAsNew = 0

    /// Whether it may be in the log: a call was accepted, or ended with an unknown outcome.
    var mayBeThere = false

    var calls = 0

    init(_ attempt: AppendAttempt) {
        events = attempt.events
    }

    mutating func take(_ entry: HistoryEntry, _ attempt: AppendAttempt, _ outcome: AppendOutcome) {
        calls += 1
        firstInvoked = min(firstInvoked, entry.invoked)
        switch outcome {
        case .accepted(_, _, let isRepeat):
            mayBeThere = true
            if !isRepeat { acceptedAsNew += 1 }
        case .failed(_, let mayBeWritten): mayBeThere = mayBeThere || mayBeWritten
        case .refused, .mismatched, .withdrawn: break
        }
    }
}
