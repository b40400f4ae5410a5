/// A write-back cache of the rows that a batch reads and changes, over a snapshot of a model.
///
/// Each row is read once and written once.
///
/// Projections are called with it as the model to change. They read their own changes, and otherwise the snapshot.
public final class RowStage {
    /// The model when the batch began.
    let base: any ReadModelReader

    /// The tables that may be used, with their indexes; `nil` for all.
    private let definitions: [TableDefinition]?

    /// The declared use of each table number.
    private let uses: [TableUse?]

    /// The number of this batch in the sequence of batches that pass on their cached rows.
    @usableFromInline let batch: UInt32

    /// Whether a row is encoded when it is set as well as when it is written, so that a row that cannot be encoded is
    /// attributed to its event.
    @usableFromInline let encodesEagerly: Bool

    /// The cached rows of each table; `nil` if there are none.
    @exclusivity(unchecked) @usableFromInline var tables: [(any StagedTable)?]

    /// The sorted keys of changed rows, only for tables that have been iterated.
    private var orders: [UInt8: [PackedKey]] = [:]

    /// The number of cached rows, including keys known to have no row.
    @exclusivity(unchecked) @usableFromInline var count: Int

    /// What is observed; `nil` for nothing.
    @exclusivity(unchecked) @usableFromInline var watch: StagedWatch?

    // PROJ-11: A batch in which tables are walked ends after 4,096 rows.
    /// The maximum number of cached rows if tables are iterated: keeping the keys sorted costs more with each of
    /// them.
    private static let maxWalked = 4_096

    /// Creates a stage.
    ///
    /// - Parameters:
    ///   - base: The model.
    ///   - definitions: The tables that may be used, with their indexes; `nil` for all.
    ///   - kept: The rows that the last batch cached; `nil` if there are none.
    ///   - encodesEagerly: Whether a row that cannot be encoded is refused when it is set.
    init(
        over base: any ReadModelReader, declaring definitions: [TableDefinition]? = nil,
        keeping kept: CachedRows.Content? = nil, encodesEagerly: Bool = false
    ) {
        self.base = base
        self.encodesEagerly = encodesEagerly
        self.definitions = definitions
        var uses = [TableUse?](repeating: nil, count: 256)
        for (number, use, _) in definitions?.flatMap(\.uses) ?? [] { uses[Int(number)] = use }
        self.uses = uses
        tables = kept?.tables.map { $0?.staged() } ?? Array(repeating: nil, count: 256)
        count = kept?.count ?? 0
        batch = (kept?.batch ?? 0) + 1
    }

    /// Whether the batch should end because too many rows are cached.
    ///
    /// Rows that were only read are evicted first.
    func isFull(at limit: Int) -> Bool {
        let limit = orders.isEmpty ? limit : min(limit, Self.maxWalked)
        guard count >= limit else { return false }
        // Rows that were only read can be read again; changed ones must be kept for writing.
        count = tables.reduce(0) { $0 + ($1?.keepOnly(changedIn: batch) ?? 0) }
        // With more than half left, the next eviction would soon follow.
        return count >= limit / 2
    }

    /// Returns the cached rows, which will match the model once the changes are written.
    ///
    /// The stage must not be used afterwards.
    func release(generation: UInt64?, parts: Int) -> CachedRows.Content {
        let content = CachedRows.Content(
            tables: tables.map { $0?.kept() }, count: count, batch: batch, generation: generation, parts: parts)
        // Released, so that the next batch does not copy them.
        tables = []
        return content
    }

    /// The cached rows of a table, with any row type.
    func anyRows(of table: UInt8) throws -> any StagedTable {
        if let rows = tables[Int(table)] { return rows }
        try checkDeclared(table)
        let rows = RowTable(StagedRows<EncodedRow>(encode: { $0.bytes }))
        tables[Int(table)] = rows
        return rows
    }

    /// Throws if the projection does not declare the table, or declares it for another use.
    @usableFromInline
    func checkDeclared(_ table: UInt8, as use: TableUse? = nil) throws(UndeclaredTable) {
        guard let definitions else { return }
        guard let declared = uses[Int(table)], use == nil || use == declared else {
            let found = definitions.flatMap(\.uses).first { $0.number == table }
            throw UndeclaredTable(number: table, use: use, found: found?.words)
        }
    }

    /// Throws if a key is too long.
    @usableFromInline
    func validate(_ key: PackedKey) throws(EventStoreError) {
        try ReadModelLimits.validate(keyBytes: key.count)
    }

    /// The value under a key in the snapshot.
    @usableFromInline
    func original(_ key: PackedKey, in table: UInt8) throws -> [UInt8]? {
        try validate(key)
        return try base.value(for: key.bytes, in: table)
    }

    /// Records a change of a row.
    @inlinable
    func note(_ change: (isNew: Bool, isAgain: Bool), of key: PackedKey, in table: UInt8) {
        if change.isNew { count += 1 }
        if !change.isAgain { enter(key, in: table) }
        watch?.note(key, in: table)
    }

    /// The next changed key within limits, after a key in the direction of the limits.
    func changedKey(after last: PackedKey?, within limits: StagedLimits, in table: UInt8) -> PackedKey? {
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

/// A range of keys, in the form that a stage compares.
struct StagedLimits {
    /// The first key.
    let start: PackedKey

    /// The first key after the range; `nil` for no bound.
    let end: PackedKey?

    /// Whether the iteration is in descending order.
    let isReversed: Bool

    init(_ range: RowRange) {
        start = PackedKey(range.start)
        end = range.end.map { PackedKey($0) }
        isReversed = range.isReversed
    }
}

/// The error that a projection uses a table that it does not declare, or declares for another use.
@usableFromInline
struct UndeclaredTable: Error {
    let number: UInt8

    /// The use of the table; `nil` if it is not known.
    let use: TableUse?

    /// What the projection declares under the number; `nil` for nothing.
    let found: String?

    /// The error for the caller of the projection's runner.
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
            declare, and declares it for \(found): give each table and each index its own number, as Table(after:) does, \
            and name all of them in the projection's `tables`
            """)
    }
}

extension [PackedKey] {
    /// The index of the first key greater than a key, in a sorted array.
    fileprivate func firstIndex(after key: PackedKey) -> Int { firstIndex { $0 > key } }

    /// The index of the first key greater than or equal to a key, in a sorted array.
    fileprivate func firstIndex(atLeast key: PackedKey) -> Int { firstIndex { $0 >= key } }

    /// The index of the first key that meets a condition which all greater keys meet too.
    private func firstIndex(isBehind: (PackedKey) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
