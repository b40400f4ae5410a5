package import DomainKit
package import Nacre

extension Instant {
    /// The time of sample events and details.
    package static let sample = Instant(nanosecondsSince1970: 1_492_686_794_500_000_000, decimals: 3)
}

extension RecordedEvent {
    /// A sample event.
    package static func sample(
        position: Position = 7, data: String = #"{"name":"README.md"}"#, tags: [Tag] = []
    ) -> RecordedEvent {
        RecordedEvent(
            position: position, stream: "item-1", version: 2, id: EventID(high: 1, low: 2), type: "ItemRenamed",
            schema: 1, time: .sample, recordedAt: .sample, tags: tags, data: Array(data.utf8), metadata: [],
            isLastOfCommit: true)
    }
}
