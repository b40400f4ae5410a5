/// A state together with the version of the stream that it was folded from.
public struct Versioned<State> {
    /// The state after the event of that version.
    public var state: State

    /// The 1-based ordinal of the stream's last event; 0 where the stream has none.
    public var version: UInt64

    /// Creates a state with its version.
    ///
    /// - Parameters:
    ///   - state: The state after the event of that version.
    ///   - version: The 1-based ordinal of the stream's last event; 0 where it has none.
    public init(state: State, version: UInt64) {
        self.state = state
        self.version = version
    }
}

extension Versioned: Sendable where State: Sendable {}
extension Versioned: Equatable where State: Equatable {}
