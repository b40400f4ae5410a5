import DomainKit
import Nacre

extension RecordedEvent {
    /// An event of a type with data, as recorded at position 7.
    static func example(
        _ type: EventType = "OrderPlaced", schema: Int = 1, tags: [Tag] = [], json: String
    ) -> RecordedEvent {
        example(EventData(type: type, schema: schema, tags: tags, data: Array(json.utf8)))
    }

    /// An event as recorded at position 7.
    static func example(_ event: EventData) -> RecordedEvent {
        RecordedEvent(
            position: 7, stream: "order-1", version: 2, id: EventID(high: 3, low: 4), type: event.type,
            schema: event.schema, time: Instant(nanosecondsSince1970: 5_000_000, decimals: 3),
            recordedAt: Instant(nanosecondsSince1970: 6000, decimals: 6), tags: event.tags, data: event.data,
            metadata: event.metadata, isLastOfCommit: true)
    }
}
