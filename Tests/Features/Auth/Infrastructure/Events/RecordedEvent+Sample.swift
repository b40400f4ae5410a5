import DomainKit
import Nacre

extension RecordedEvent {
    /// The event as recorded at position 7.
    static func recorded(_ event: EventData, in stream: StreamName) -> RecordedEvent {
        let time = Instant(nanosecondsSince1970: 0, decimals: 0)
        return RecordedEvent(
            position: 7, stream: stream, version: 1, id: EventID(high: 0, low: 1), type: event.type,
            schema: event.schema, time: time, recordedAt: time, tags: event.tags, data: event.data, metadata: [],
            isLastOfCommit: true)
    }
}
