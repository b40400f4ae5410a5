/// Turns a decider's state into bytes, and back.
public protocol SnapshotCodec<State>: Sendable {
    /// The state.
    associatedtype State: Sendable

    /// What the bytes mean: raised whenever they are laid out otherwise, and whenever the decider makes another state of
    /// the same events. Snapshots of another schema are not used.
    var schema: Int { get }

    /// Writes a state down.
    ///
    /// - Parameter state: The state.
    /// - Returns: Its bytes.
    /// - Throws: Where the state cannot be written.
    func encode(_ state: State) throws -> [UInt8]

    /// Reads a state.
    ///
    /// - Parameter bytes: What ``encode(_:)`` gave.
    /// - Returns: The state.
    /// - Throws: Where the bytes are not a state's.
    func decode(_ bytes: [UInt8]) throws -> State
}
