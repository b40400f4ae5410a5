import Nacre

/// The events of parcels.
enum ParcelEvent: Codable, StoredEvent, Hashable {
    case packed(label: String)
    case weighed(grams: Int)
    case lost

    static let category = "parcel"
}

/// The parcels by the position of their first event, with a unique index of their labels; an event uses only the rows
/// of its own stream.
struct Parcels: TableProjection {
    struct Parcel: Codable, Hashable {
        var label: String
        var grams: Int?
    }

    static let parcels = Table<Position, Parcel>().unique(\.label)
    static let tables: TableSet = [parcels]

    var isPartitionedByStream: Bool { true }

    func apply(_ event: ParcelEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
        let label = recorded.stream.id
        let entry = try tables.parcels.by(\.label).row(at: label)
        switch event {
        case .packed:
            if entry == nil { try tables.parcels.insert(Parcel(label: label), at: recorded.position) }
        case .weighed(let grams): if let entry { try tables.parcels.update(entry.key) { $0.grams = grams } }
        case .lost: if let entry { try tables.parcels.remove(entry.key) }
        }
    }
}
