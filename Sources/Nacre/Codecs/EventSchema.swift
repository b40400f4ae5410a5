/// An event type with a schema number.
public struct EventSchema: Hashable, Sendable {
    /// The type.
    public let type: EventType

    /// The schema number, from 1.
    public let schema: Int

    /// Creates a schema of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - schema: The schema number.
    public init(type: EventType, schema: Int) {
        self.type = type
        self.schema = schema
    }
}

extension EventSchema: CustomStringConvertible {
    /// The type and the schema number, as text.
    public var description: String { "\(quoted(type.text)) of schema \(schema)" }
}
