#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Stores a `Codable` state as JSON.
public struct JSONSnapshotCodec<State: Codable & Sendable>: SnapshotCodec {
    /// The schema number of the stored state.
    public let schema: Int

    /// Creates a codec.
    ///
    /// - Parameter schema: The schema number. Raise it whenever the form of the state changes, or the decider folds
    ///   the same events into a different state.
    public init(schema: Int) {
        self.schema = schema
    }

    /// Encodes a state.
    ///
    /// - Parameter state: The state.
    /// - Returns: Its JSON.
    /// - Throws: Errors of the state's `encode(to:)`.
    public func encode(_ state: State) throws -> [UInt8] {
        [UInt8](try JSONEncoder().encode(state))
    }

    /// Decodes a state.
    ///
    /// - Parameter bytes: Its JSON.
    /// - Returns: The state.
    /// - Throws: `DecodingError` if the bytes are not the JSON of a state.
    public func decode(_ bytes: [UInt8]) throws -> State {
        try JSONDecoder().decode(State.self, from: Data(bytes))
    }
}
