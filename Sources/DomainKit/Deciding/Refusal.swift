/// Why the rules do not allow an event in a state.
public struct Refusal: Hashable, Sendable, CustomStringConvertible {
    /// The reason, as a clause: `the item was deleted`.
    public let description: String

    /// Creates a refusal.
    ///
    /// - Parameter reason: The reason, as a clause without values of the state, which may be personal.
    public init(_ reason: String) {
        description = reason
    }
}
