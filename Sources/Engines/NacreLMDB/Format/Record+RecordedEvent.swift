import DomainKit
import Nacre

extension Record {
    /// The number of decimals of the store's clock, which has microsecond resolution.
    static let clockDecimals: UInt8 = 6

    /// Copies the event out of the map.
    func recordedEvent() -> RecordedEvent {
        unsafe recordedEvent(of: StreamName(String(decoding: streamName, as: UTF8.self)), type: type())
    }

    /// Copies the event out of the map, except for the names, which are passed in.
    func recordedEvent(of stream: StreamName, type: EventType) -> RecordedEvent {
        unsafe RecordedEvent(
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

    /// The event's type; returns `known` if it is equal, which saves an allocation.
    func type(like known: EventType? = nil) -> EventType {
        if let known, unsafe typeName.isEqual(to: known.text) { return known }
        return unsafe EventType(String(decoding: typeName, as: UTF8.self))
    }

    /// Whether the record belongs to a stream, compared by bytes.
    func isOf(_ stream: StreamName) -> Bool {
        unsafe streamName.isEqual(to: stream.text)
    }
}
