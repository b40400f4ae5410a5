/// A type of events with the number of one of its schemas.
public struct EventSchema: Hashable, Sendable {
    /// The type.
    public let type: EventType

    /// The number of the schema: 1 for the first one.
    public let schema: Int

    /// Names a schema of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - schema: The number of the schema.
    public init(type: EventType, schema: Int) {
        self.type = type
        self.schema = schema
    }
}

extension EventSchema: CustomStringConvertible {
    /// The type with the schema number, in words.
    public var description: String { "\(quoted(type.text)) of schema \(schema)" }
}
