/// One call of a client, from its invocation to its completion.
package struct HistoryEntry: Hashable, Sendable, Codable {
    /// The call, and its outcome.
    package enum Call: Hashable, Sendable, Codable {
        case append(AppendAttempt, AppendOutcome)
        case read(ReadCall, ReadOutcome)
    }

    package var client: Int

    /// The time just before the call, by ``monotonicNanoseconds()``, which is one clock for all processes of a machine.
    package var invoked: UInt64

    /// The time just after it returned or threw.
    package var completed: UInt64

    package var call: Call

    package init(client: Int, invoked: UInt64, completed: UInt64, call: Call) {
        (self.client, self.invoked, self.completed, self.call) = (client, invoked, completed, call)
    }
}
