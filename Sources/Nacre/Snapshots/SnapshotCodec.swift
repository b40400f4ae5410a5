/// Encodes and decodes the state of a decider.
public protocol SnapshotCodec<State>: Sendable {
    /// The type of the state.
    associatedtype State: Sendable

    /// The schema number of the encoded state.
    ///
    /// Raise it whenever the encoding changes, or the decider folds the same events into a different state. Snapshots
    /// of another schema are not used.
    var schema: Int { get }

    /// Encodes a state.
    ///
    /// - Parameter state: The state.
    /// - Returns: Its bytes.
    /// - Throws: Any error, if the state cannot be encoded.
    func encode(_ state: State) throws -> [UInt8]

    /// Decodes a state.
    ///
    /// - Parameter bytes: The bytes that ``encode(_:)`` returned.
    /// - Returns: The state.
    /// - Throws: Any error, if the bytes are not those of a state.
    func decode(_ bytes: [UInt8]) throws -> State
}
