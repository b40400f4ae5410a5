internal import DomainKit
internal import Nacre

extension RecordedEvent {
    /// An event as it would be recorded in a log.
    init(_ event: EventData, in stream: StreamName, at position: Position) {
        let time = event.time ?? Instant(nanosecondsSince1970: 0, decimals: 0)
        self.init(
            position: position, stream: stream, version: 1, id: event.id ?? EventID(high: 0, low: position),
            type: event.type, schema: event.schema, time: time, recordedAt: time, tags: event.tags, data: event.data,
            metadata: event.metadata, isLastOfCommit: true)
    }
}
