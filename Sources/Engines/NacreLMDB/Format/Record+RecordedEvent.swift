import DomainKit
import Nacre

extension Record {
    /// Decimals that the store's own clock is shown with: it counts microseconds.
    static let clockDecimals: UInt8 = 6

    /// Copies the event out of the map.
    func recordedEvent() -> RecordedEvent {
        recordedEvent(of: StreamName(String(decoding: streamName, as: UTF8.self)), type: type())
    }

    /// Copies the event out of the map, but for its names, which are there already.
    func recordedEvent(of stream: StreamName, type: EventType) -> RecordedEvent {
        RecordedEvent(
            position: position,
            stream: stream,
            version: version,
            id: id,
            type: type,
            schema: schema,
            time: time,
            recordedAt: Instant(nanosecondsSince1970: block.header.recordedAt, decimals: Self.clockDecimals),
            tags: tags,
            data: [UInt8](data),
            metadata: [UInt8](metadata),
            isLastOfCommit: isLastOfCommit)
    }

    /// The event's type: the one that is given, where it is the same, so that it needs no memory of its own.
    func type(like known: EventType? = nil) -> EventType {
        if let known, typeName.isEqual(to: known.text) { return known }
        return EventType(String(decoding: typeName, as: UTF8.self))
    }

    /// Whether the record belongs to a stream, by the bytes of its name.
    func isOf(_ stream: StreamName) -> Bool {
        streamName.isEqual(to: stream.text)
    }
}
