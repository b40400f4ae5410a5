import Nacre

/// The events of shelves: places are filled and emptied.
enum ShelfEvent: Codable, StoredEvent, Hashable {
    case put(place: String, count: Int)
    case took(place: String)

    static let category = "shelf"
}

/// What is on the places of all shelves.
struct Shelf: TableProjection {
    struct Place: Codable, Hashable {
        var count: Int
        var last: Position?
    }

    static let places = Table<String, Place>().indexed(\.count)
    static let tables: TableSet = [places]

    func apply(_ event: ShelfEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
        switch event {
        case .put(let place, let count):
            // The same count again changes nothing.
            let last = try tables.places.row(at: place).map { $0.count == count ? $0.last : recorded.position }
            try tables.places.set(Place(count: count, last: last ?? nil), at: place)
        case .took(let place): try tables.places.remove(place)
        }
    }
}
