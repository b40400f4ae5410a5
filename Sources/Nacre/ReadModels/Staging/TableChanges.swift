/// What a batch has changed in one table: encoded by the thread that has changed it, before anybody holds the write lock.
@usableFromInline
struct TableChanges: Sendable {
    /// The keys, in order.
    let keys: [PackedKey]

    /// The rows, one behind the other.
    private(set) var bytes: [UInt8] = []

    /// Where the row of each key ends, and whether there is one.
    private(set) var rows: [(end: Int, isThere: Bool)] = []

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
}
