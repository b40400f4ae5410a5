import DomainKit
import Foundation
import ItemsDomain
import Nacre
import ProfileDomain
import Testing

/// Things to show.
enum Samples {
    static let time = Instant(nanosecondsSince1970: 1_492_686_794_500_000_000, decimals: 3)

    static func item(name: String = "Buy milk", isCompleted: Bool = false, isDeleted: Bool = false) throws
        -> ItemDetails
    {
        ItemDetails(
            id: try ItemID(parsing: "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"), name: name, isCompleted: isCompleted,
            isDeleted: isDeleted, createdAt: time, updatedAt: time, version: 3)
    }

    static func profile() throws -> ProfileDetails {
        ProfileDetails(
            id: try UserID("u/1"), screenName: "ada", birthday: "1990-12-10", createdAt: time, updatedAt: time,
            version: 2)
    }

    static func event(position: Position = 7, data: String = #"{"name":"README.md"}"#, tags: [Nacre.Tag] = [])
        -> RecordedEvent
    {
        RecordedEvent(
            position: position, stream: "item-1", version: 2, id: EventID(high: 1, low: 2), type: "ItemRenamed",
            schema: 1, time: time, recordedAt: time, tags: tags, data: Array(data.utf8), metadata: [],
            isLastOfCommit: true)
    }
}
