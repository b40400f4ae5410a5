/// What became of an entry that was appended with an expectation.
public enum LogAppendOutcome: Sendable {
    /// The entry stands at this sequence, on a majority, and stays.
    case committed(LogSequence)

    /// Another entry stands where this one would: it was not appended, and never will be by this call.
    case conflict

    /// It is not known: the answer was lost, or did not come in time. The entry may be appended still.
    case unknown(any Error)
}
