import Nacre

/// The parcels by the position of their first event, which tools know by their labels.
struct Boxes: TableProjection {
    static let parcels = Table<Position, Parcels.Parcel>().unique(\.label)
    static let tables: TableSet = [parcels]

    func apply(_ event: ParcelEvent, _ recorded: EventView, to tables: MutableTables<Self>) throws {
        let label = recorded.stream.id
        let entry = try tables.parcels.by(\.label).row(at: label)
        switch event {
        case .packed:
            if entry == nil { try tables.parcels.insert(Parcels.Parcel(label: label), at: recorded.position) }
        case .weighed(let grams): if let entry { try tables.parcels.update(entry.key) { $0.grams = grams } }
        case .lost: if let entry { try tables.parcels.remove(entry.key) }
        }
    }

    func decodedRow(key: [UInt8], value: [UInt8], in table: UInt8) throws -> DecodedRow? {
        guard let parcel = try Self.tables.decodedRow(key: key, value: value, in: table)?.row as? Parcels.Parcel else {
            return nil
        }
        return DecodedRow(name: parcel.label, row: parcel)
    }
}
