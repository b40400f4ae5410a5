/// The cached rows of one table, with their row type.
@usableFromInline
final class RowTable<Row: Sendable>: StagedTable {
    // A stage is used by one thread, and no callee inside an access (decoding a row) can reach it; closures that
    // change a row or move indexes are called between accesses. Dynamic exclusivity checks would cost more than the
    // accesses.
    @exclusivity(unchecked) @usableFromInline var rows: StagedRows<Row>

    @usableFromInline
    init(_ rows: StagedRows<Row>) {
        self.rows = rows
    }

    @usableFromInline
    func bytes(for key: PackedKey) throws -> [UInt8]?? {
        try rows.keys.find(key).map { .some(try rows.bytes($0)) } ?? .none
    }

    @usableFromInline
    func bytes(for key: PackedKey, changedIn batch: UInt32) throws -> [UInt8]?? {
        guard let number = rows.keys.find(key), rows.keys.entries[number].batch == batch else { return .none }
        return .some(try rows.bytes(number))
    }

    @usableFromInline
    func hasRow(_ key: PackedKey) -> Bool? {
        rows.keys.find(key).map { number in
            if case .nothing = rows.values[number] { false } else { true }
        }
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
    func changes(in batch: UInt32) throws -> TableChanges {
        let numbers = rows.keys.numbers(changedIn: batch)
        var changes = TableChanges(of: numbers.map { rows.keys.entries[Int($0)].key })
        try rows.encodeEach(rows.values, numbers) { changes.append($0) }
        return changes
    }

    @usableFromInline
    func kept() -> any CachedTable { rows }
}

/// A row that is only used as bytes.
@usableFromInline
struct EncodedRow: Sendable {
    let bytes: [UInt8]
}
