#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps a state as the JSON of its `Codable` form.
public struct JSONSnapshotCodec<State: Codable & Sendable>: SnapshotCodec {
    /// What the bytes mean.
    public let schema: Int

    /// Makes a codec.
    ///
    /// - Parameter schema: Raised whenever the state's form changes, or what the decider makes of the same events.
    public init(schema: Int) {
        self.schema = schema
    }

    /// Writes a state down.
    ///
    /// - Parameter state: The state.
    /// - Returns: Its JSON.
    /// - Throws: What the state's `encode(to:)` throws.
    public func encode(_ state: State) throws -> [UInt8] {
        [UInt8](try JSONEncoder().encode(state))
    }

    /// Reads a state.
    ///
    /// - Parameter bytes: Its JSON.
    /// - Returns: The state.
    /// - Throws: `DecodingError` where the bytes are not JSON of a state.
    public func decode(_ bytes: [UInt8]) throws -> State {
        try JSONDecoder().decode(State.self, from: Data(bytes))
    }
}
