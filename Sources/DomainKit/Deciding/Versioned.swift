/// A state, with the version of the stream that it was folded from.
public struct Versioned<State> {
    /// The state after the event of this version.
    public var state: State

    /// The version of the stream: the 1-based ordinal of its last event; 0 if it has none.
    public var version: UInt64

    /// Creates a state with its version.
    ///
    /// - Parameters:
    ///   - state: The state after the event of this version.
    ///   - version: The version of the stream; 0 if it has no events.
    public init(state: State, version: UInt64) {
        self.state = state
        self.version = version
    }
}

extension Versioned: Sendable where State: Sendable {}
extension Versioned: Equatable where State: Equatable {}
