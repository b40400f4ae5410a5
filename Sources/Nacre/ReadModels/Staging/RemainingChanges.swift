/// The changes of a table that are still to be written.
struct RemainingChanges {
    private let changes: TableChanges
    private var number = 0
    private var begin = 0

    init(_ changes: TableChanges) {
        self.changes = changes
    }

    /// The next key; `nil` if all changes are written.
    var key: PackedKey? { number < changes.keys.count ? changes.keys[number] : nil }

    /// Writes the row of the next key.
    mutating func writeNext(to writer: any ReadModelWriter, in table: UInt8) throws {
        let (key, row) = (changes.keys[number].bytes, changes.rows[number])
        if row.exists {
            try writer.setValue([UInt8](changes.bytes[begin..<row.end]), for: key, in: table)
        } else {
            try writer.removeValue(for: key, in: table)
        }
        begin = row.end
        number += 1
    }
}
