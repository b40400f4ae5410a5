/// The rows that a batch has read and changed, over a snapshot of a model: each is read once, and written once.
///
/// It is handed to projections as the model that they change. What they read is what they have put there, and what the
/// snapshot holds where they have put nothing.
public final class RowStage {
    /// The model as it was when the batch began.
    let base: any ReadModelReader

    /// The tables that may be used, with their indexes; `nil` for all.
    private let definitions: [TableDefinition]?

    /// For what each number may be used.
    private let uses: [TableUse?]

    /// The number of this batch among those that have handed their rows on to each other.
    @usableFromInline let batch: UInt32

    /// Whether a row is encoded when it is put, besides when it is written: so that one which cannot be is found with the event
    /// that puts it.
    @usableFromInline let encodesAtOnce: Bool

    /// What is known, for each of the tables; `nil` where that is nothing.
    @exclusivity(unchecked) @usableFromInline var tables: [(any StagedTable)?]

    /// The keys of rows that were put or removed, in order; kept for tables that were walked through alone.
    private var orders: [UInt8: [PackedKey]] = [:]

    /// How many rows are kept in memory, those that are not there included.
    @exclusivity(unchecked) @usableFromInline var count: Int

    /// How many rows a stage may keep in which tables are walked through: keeping their keys in order costs more with
    /// each of them.
    private static let greatestWalked = 4_096

    /// Makes a stage.
    ///
    /// - Parameters:
    ///   - base: The model.
    ///   - definitions: The tables that may be used, with their indexes; `nil` for all.
    ///   - kept: What the batch before knew of the same rows; `nil` where nothing is known.
    ///   - encodesAtOnce: Whether a row that cannot be encoded is refused when it is put.
    init(
        over base: any ReadModelReader, declaring definitions: [TableDefinition]? = nil,
        keeping kept: KeptRows.Content? = nil, encodesAtOnce: Bool = false
    ) {
        self.base = base
        self.encodesAtOnce = encodesAtOnce
        self.definitions = definitions
        var uses = [TableUse?](repeating: nil, count: 256)
        for (number, use, _) in definitions?.flatMap(\.uses) ?? [] { uses[Int(number)] = use }
        self.uses = uses
        tables = kept?.tables.map { $0?.staged() } ?? Array(repeating: nil, count: 256)
        count = kept?.count ?? 0
        batch = (kept?.batch ?? 0) + 1
    }

    /// Whether the batch had better end, to be written, as no more rows may be kept: those that were only read are let go
    /// of first.
    func isFull(at limit: Int) -> Bool {
        let limit = orders.isEmpty ? limit : min(limit, Self.greatestWalked)
        guard count >= limit else { return false }
        count = tables.reduce(0) { $0 + ($1?.keepOnly(changedIn: batch) ?? 0) }
        // Soon it would have to let go again.
        return count >= limit / 2
    }

    /// Hands over what is known, as it will be in the model once the changes are written; the stage is of no use then.
    func release(generation: UInt64?, parts: Int) -> KeptRows.Content {
        let content = KeptRows.Content(
            tables: tables.map { $0?.kept() }, count: count, batch: batch, generation: generation, parts: parts)
        // Let go of, so that the next batch need not copy them.
        tables = []
        return content
    }

    /// The rows of a table whose form is not asked for.
    func anyRows(of table: UInt8) throws -> any StagedTable {
        if let rows = tables[Int(table)] { return rows }
        try checkDeclared(table)
        let rows = RowTable(StagedRows<EncodedRow>(encode: { $0.bytes }))
        tables[Int(table)] = rows
        return rows
    }

    /// Refuses a table that the projection does not declare, or declares as something else.
    @usableFromInline
    func checkDeclared(_ table: UInt8, as use: TableUse? = nil) throws(UndeclaredTable) {
        guard let definitions else { return }
        guard let declared = uses[Int(table)], use == nil || use == declared else {
            let found = definitions.flatMap(\.uses).first { $0.number == table }
            throw UndeclaredTable(number: table, use: use, found: found?.words)
        }
    }

    /// Refuses a key that is too long.
    @usableFromInline
    func validate(_ key: PackedKey) throws(EventStoreError) {
        try ReadModelLimits.validate(keyBytes: key.count)
    }

    /// What the snapshot holds under a key.
    @usableFromInline
    func original(_ key: PackedKey, in table: UInt8) throws -> [UInt8]? {
        try validate(key)
        return try base.value(for: key.bytes, in: table)
    }

    /// Notes what was changed.
    @inlinable
    func note(_ change: (isNew: Bool, isAgain: Bool), of key: PackedKey, in table: UInt8) {
        if change.isNew { count += 1 }
        if !change.isAgain { enter(key, in: table) }
    }

    /// The next key within limits that was put or removed, behind another one in the direction of the limits.
    func changedKey(behind last: PackedKey?, within limits: StagedLimits, in table: UInt8) -> PackedKey? {
        let order = orders[table] ?? begunOrder(of: table)
        if limits.isReversed {
            let end = last.map { order.firstIndex(atLeast: $0) } ?? limits.end.map { order.firstIndex(atLeast: $0) }
            let index = (end ?? order.count) - 1
            return index >= 0 && order[index] >= limits.start ? order[index] : nil
        }
        let index = last.map { order.firstIndex(after: $0) } ?? order.firstIndex(atLeast: limits.start)
        guard index < order.count, limits.end.map({ order[index] < $0 }) ?? true else { return nil }
        return order[index]
    }

    private func begunOrder(of table: UInt8) -> [PackedKey] {
        let order = tables[Int(table)]?.keys(changedIn: batch) ?? []
        orders[table] = order
        return order
    }

    @usableFromInline
    func enter(_ key: PackedKey, in table: UInt8) {
        guard !orders.isEmpty, let index = orders[table]?.firstIndex(after: key) else { return }
        orders[table]?.insert(key, at: index)
    }
}

/// A range of keys as a stage compares them.
struct StagedLimits {
    /// The least key.
    let start: PackedKey

    /// The least key behind; `nil` where nothing is.
    let end: PackedKey?

    /// Whether the walk begins with the greatest key.
    let isReversed: Bool

    init(_ range: RowRange) {
        start = PackedKey(range.start)
        end = range.end.map { PackedKey($0) }
        isReversed = range.isReversed
    }
}

/// A projection uses a table that it does not declare, and of which nothing is recorded, or one that it declares as something
/// else.
@usableFromInline
struct UndeclaredTable: Error {
    let number: UInt8

    /// What it is used for; `nil` where that is not known.
    let use: TableUse?

    /// What the projection declares under the number; `nil` for nothing.
    let found: String?

    /// The error as it is thrown to whoever runs the projection.
    func error(of projection: String) -> EventStoreError {
        guard let found else {
            return .invalid(
                """
                projection \(quoted(projection)) uses table \(number), which it does not declare: name the table, or the index \
                that is kept in it, in the projection's `tables`
                """)
        }
        return .invalid(
            """
            projection \(quoted(projection)) uses number \(number) for \(use == .index ? "an index" : "a table") that it does not \
            declare, and declares it for \(found): give each table and each index a number of its own, as Table(after:) does, \
            and name all of them in the projection's `tables`
            """)
    }
}

extension [PackedKey] {
    /// Where the first key stands that is greater than another one, in a list that is in order.
    fileprivate func firstIndex(after key: PackedKey) -> Int { firstIndex { $0 > key } }

    /// Where the first key stands that is another one or greater.
    fileprivate func firstIndex(atLeast key: PackedKey) -> Int { firstIndex { $0 >= key } }

    /// Where the first key stands that is behind a place which all greater ones are behind too.
    private func firstIndex(isBehind: (PackedKey) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
