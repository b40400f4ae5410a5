import DomainKit
package import Nacre

/// A recorded event in the form in which another process sends it.
package struct PeerEvent: Codable, Sendable {
    let position: Position
    let stream: String
    let version: StreamVersion
    let id: String
    let type: String
    let schema: Int
    let time: Int64
    let decimals: UInt8
    let recordedAt: Int64
    let tags: [String]
    let data: [UInt8]
    let metadata: [UInt8]
    let isLastOfCommit: Bool

    package init(_ event: RecordedEvent) {
        position = event.position
        stream = event.stream.text
        version = event.version
        id = event.id.description
        type = event.type.text
        schema = event.schema
        time = event.time.nanosecondsSince1970
        decimals = event.time.decimals
        recordedAt = event.recordedAt.nanosecondsSince1970
        tags = event.tags.map(\.text)
        data = event.data
        metadata = event.metadata
        isLastOfCommit = event.isLastOfCommit
    }

    package var event: RecordedEvent? {
        EventID(id).map { id in
            RecordedEvent(
                position: position, stream: StreamName(stream), version: version, id: id, type: EventType(type),
                schema: schema, time: Instant(nanosecondsSince1970: time, decimals: decimals),
                recordedAt: Instant(nanosecondsSince1970: recordedAt, decimals: 6), tags: tags.map(Tag.init),
                data: data, metadata: metadata, isLastOfCommit: isLastOfCommit)
        }
    }
}
