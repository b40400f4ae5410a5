/// One call of a client, from its invocation to its completion.
struct HistoryEntry: Hashable, Sendable, Codable {
    /// What was called, and what came of it.
    enum Call: Hashable, Sendable, Codable {
        case append(AppendAttempt, AppendOutcome)
        case read(ReadCall, ReadOutcome)
    }

    var client: Int

    /// Just before the call, of ``monotonicNanoseconds()``, which is one clock for all processes of a machine.
    var invoked: UInt64

    /// Just after it returned or threw.
    var completed: UInt64

    var call: Call
}
