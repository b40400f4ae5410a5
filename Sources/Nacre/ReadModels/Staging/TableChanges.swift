/// The changes of a batch in one table, encoded by the thread that made them, before the write lock is taken.
@usableFromInline
struct TableChanges: Sendable {
    /// The keys, in order.
    let keys: [PackedKey]

    /// The rows, concatenated.
    private(set) var bytes: [UInt8] = []

    /// The end of each key's row, and whether the key has a row.
    private(set) var rows: [(end: Int, exists: Bool)] = []

    /// Creates changes of the given keys.
    ///
    /// Their rows must be appended in the same order.
    init(of keys: [PackedKey]) {
        self.keys = keys
        rows.reserveCapacity(keys.count)
    }

    /// Appends the row of the next key; `nil` if it is removed.
    mutating func append(_ row: [UInt8]?) {
        if let row { bytes += row }
        rows.append((bytes.count, row != nil))
    }
}
