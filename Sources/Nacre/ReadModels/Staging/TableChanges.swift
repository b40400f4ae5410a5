/// What a batch has changed in one table: encoded by the thread that has changed it, before anybody holds the write lock.
@usableFromInline
struct TableChanges: Sendable {
    /// The keys, in order.
    private let keys: [PackedKey]

    /// The rows, one behind the other.
    private var bytes: [UInt8] = []

    /// Where the row of each key ends, and whether there is one.
    private var rows: [(end: Int, isThere: Bool)] = []

    /// Makes changes of rows that are appended in the order of their keys.
    init(of keys: [PackedKey]) {
        self.keys = keys
        rows.reserveCapacity(keys.count)
    }

    /// Appends the row of the next key; `nil` for one that is removed.
    mutating func append(_ row: [UInt8]?) {
        if let row { bytes += row }
        rows.append((bytes.count, row != nil))
    }

    func write(to writer: any ReadModelWriter, in table: UInt8) throws {
        var begin = 0
        for (key, row) in zip(keys, rows) {
            if row.isThere {
                try writer.setValue([UInt8](bytes[begin..<row.end]), for: key.bytes, in: table)
            } else {
                try writer.removeValue(for: key.bytes, in: table)
            }
            begin = row.end
        }
    }
}
