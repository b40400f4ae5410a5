/// A step of a process with one registered opening of a store.
package enum PeerPresenceStep: String, Codable, Sendable {
    /// Register, waiting 300 ms at most: writes `register`, `register without lock`, or `register` and the code of the
    /// error.
    case register

    /// Try to own the journal: writes `own true` or `own false`.
    case own

    /// Look for other openings: writes `isAlone true` or `isAlone false`.
    case isAlone

    /// Give up the ownership: writes `disown`.
    case disown

    /// End the registration: writes `close`.
    case close

    /// Write `stopping`, and stop the process until a signal continues it.
    case stop
}

/// What a process saw while it registered many openings.
public struct PeerPresenceContest: Codable, Sendable {
    /// The number of registered openings.
    public var openings = 0

    /// How many of them owned the journal.
    public var owners = 0

    /// How often one opening owned the journal while another was registered, or owned it too.
    public var violations = 0

    /// Creates an empty report.
    public init() {}
}
