public import Nacre

/// An event of a schema that is no longer written, and what it decodes to.
///
/// ```swift
/// FormerEvent(
///     "OrderPlaced", schema: 1, #"{"customer":"ada","euros":7}"#,
///     decodesTo: .placed(customer: "ada", cents: 700))
/// ```
public struct FormerEvent<Event: Sendable>: Sendable {
    let type: EventType
    let schema: Int
    let example: EventLayout.Example
    let expected: Event
    private let isExpected: @Sendable (Event) -> Bool

    /// Describes an event as it was stored.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - schema: The number of its schema.
    ///   - tags: Its tags.
    ///   - data: Its data: a JSON object.
    ///   - expected: What it decodes to.
    public init(
        _ type: EventType, schema: Int = 1, tags: [Tag] = [], _ data: String, decodesTo expected: Event
    ) where Event: Equatable {
        self.type = type
        self.schema = schema
        self.expected = expected
        example = EventLayout.Example(tags: tags, data: Array(data.utf8))
        isExpected = { $0 == expected }
    }

    /// The stored event.
    var written: EventData { EventData(type: type, schema: schema, tags: example.tags, data: example.data) }

    /// What is wrong: the event is not of a former schema, or decodes to something else; `nil` if it is correct.
    func finding<Codec: EventCodec>(by codec: Codec) throws -> String? where Codec.Event == Event {
        guard codec.currentSchema(of: type) != schema else {
            return "\(type), schema \(schema), is the current form: give a sample of it"
        }
        guard let read = try codec.decode(RecordedEvent(written, in: "sample-1", at: 1)) else {
            return "no codec decodes the former event \(type), schema \(schema)"
        }
        return isExpected(read)
            ? nil : "\(type), schema \(schema), \(example.text) is read as \(read), not as \(expected)"
    }
}
