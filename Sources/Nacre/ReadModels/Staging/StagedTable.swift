/// What is kept in memory of the rows of one table, whatever form they have.
@usableFromInline
protocol StagedTable: AnyObject {
    /// The bytes under a key; `nil` within where there is no row, and without where nothing is known of it.
    func bytes(for key: PackedKey) -> [UInt8]??

    /// The bytes under a key that a batch has put, as above; nothing is known of the others.
    func bytes(for key: PackedKey, changedIn batch: UInt32) -> [UInt8]??

    /// Keeps what is under a key of which nothing is known.
    func add(_ bytes: [UInt8]?, for key: PackedKey)

    /// Changes what is under a key.
    ///
    /// - Returns: Whether nothing was known of the key, and whether the batch has changed it before.
    func change(_ key: PackedKey, to bytes: [UInt8]?, in batch: UInt32) -> (isNew: Bool, isAgain: Bool)

    /// The keys that a batch has changed, in order.
    func keys(changedIn batch: UInt32) -> [PackedKey]

    /// Lets go of what a batch has not changed.
    ///
    /// - Returns: How many rows are left.
    func keepOnly(changedIn batch: UInt32) -> Int

    /// What a batch has changed, in the order of the keys.
    func changes(in batch: UInt32) -> TableChanges

    /// What is kept, for the next batch.
    func kept() -> any KeptTable
}

/// What is kept of a table from one batch to the next.
@usableFromInline
protocol KeptTable: Sendable {
    /// A table of these rows.
    func staged() -> any StagedTable
}

extension StagedRows: KeptTable {
    @usableFromInline
    func staged() -> any StagedTable { RowTable(self) }
}

/// The rows of one table, in the form in which its users have them.
@usableFromInline
final class RowTable<Row: Sendable>: StagedTable {
    // Nobody but the thread of the batch has it, and no access calls anything that comes back to it.
    @exclusivity(unchecked) @usableFromInline var rows: StagedRows<Row>

    @usableFromInline
    init(_ rows: StagedRows<Row>) {
        self.rows = rows
    }

    @usableFromInline
    func bytes(for key: PackedKey) -> [UInt8]?? {
        rows.keys.find(key).map { .some(rows.bytes($0)) } ?? .none
    }

    @usableFromInline
    func bytes(for key: PackedKey, changedIn batch: UInt32) -> [UInt8]?? {
        guard let number = rows.keys.find(key), rows.keys.entries[number].batch == batch else { return .none }
        return .some(rows.bytes(number))
    }

    @usableFromInline
    func add(_ bytes: [UInt8]?, for key: PackedKey) {
        rows.add(bytes.map { .bytes($0) } ?? .nothing, for: key, in: 0)
    }

    @usableFromInline
    func change(_ key: PackedKey, to bytes: [UInt8]?, in batch: UInt32) -> (isNew: Bool, isAgain: Bool) {
        rows.change(key, to: bytes.map { .bytes($0) } ?? .nothing, in: batch)
    }

    @usableFromInline
    func keys(changedIn batch: UInt32) -> [PackedKey] {
        rows.keys.numbers(changedIn: batch).map { rows.keys.entries[Int($0)].key }
    }

    @usableFromInline
    func keepOnly(changedIn batch: UInt32) -> Int {
        rows.keepOnly(changedIn: batch)
        return rows.values.count
    }

    @usableFromInline
    func changes(in batch: UInt32) -> TableChanges {
        let numbers = rows.keys.numbers(changedIn: batch)
        var changes = TableChanges(of: numbers.map { rows.keys.entries[Int($0)].key })
        rows.encodeEach(rows.values, numbers) { changes.append($0) }
        return changes
    }

    @usableFromInline
    func kept() -> any KeptTable { rows }
}

/// A row of which nobody has asked for more than its bytes.
struct EncodedRow: Sendable {
    let bytes: [UInt8]
}
