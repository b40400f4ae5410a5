import DomainKit
import Nacre

extension Record {
    /// Decimals that the store's own clock is shown with: it counts microseconds.
    static let clockDecimals: UInt8 = 6

    /// Copies the event out of the map.
    func recordedEvent() -> RecordedEvent {
        RecordedEvent(
            position: position,
            stream: StreamName(String(decoding: streamName, as: UTF8.self)),
            version: version,
            id: id,
            type: EventType(String(decoding: typeName, as: UTF8.self)),
            schema: schema,
            time: time,
            recordedAt: Instant(nanosecondsSince1970: block.header.recordedAt, decimals: Self.clockDecimals),
            tags: tags,
            data: [UInt8](data),
            metadata: [UInt8](metadata),
            isLastOfCommit: isLastOfCommit)
    }

    /// Whether the record belongs to a stream, by the bytes of its name.
    func isOf(_ stream: StreamName) -> Bool {
        streamName.isEqual(to: stream.text)
    }
}
