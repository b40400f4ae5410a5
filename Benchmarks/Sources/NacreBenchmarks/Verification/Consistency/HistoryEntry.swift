/// One call of a client, from its invocation to its completion.
struct HistoryEntry: Hashable, Sendable, Codable {
    /// The call, and its outcome.
    enum Call: Hashable, Sendable, Codable {
        case append(AppendAttempt, AppendOutcome)
        case read(ReadCall, ReadOutcome)
    }

    var client: Int

    /// The time just before the call, by ``monotonicNanoseconds()``, which is one clock for all processes of a machine.
    var invoked: UInt64

    /// The time just after it returned or threw.
    var completed: UInt64

    var call: Call
}
