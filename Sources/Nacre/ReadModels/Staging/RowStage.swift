/// The rows that a batch has read and changed, over a snapshot of a model: each is read once, and written once.
///
/// It is handed to projections as the model that they change. What they read is what they have put there, and what the
/// snapshot holds where they have put nothing.
public final class RowStage {
    /// What is known of a key.
    @usableFromInline
    enum Found {
        /// Nothing: the snapshot has to be asked.
        case unknown

        /// That there is no row.
        case nothing

        /// The row.
        case row(any StagedRow)
    }

    struct Entry: Sendable {
        /// The row; `nil` where there is none.
        var row: (any StagedRow)?

        /// The number of the batch that put or removed it; 0 for none.
        var batch: UInt32
    }

    /// The model as it was when the batch began.
    let base: any ReadModelReader

    /// The number of this batch among those that have handed their rows on to each other.
    let batch: UInt32

    /// What is known, a dictionary for each of the tables.
    private(set) var tables: [[PackedKey: Entry]]

    /// The keys of rows that were put or removed, in order; kept for tables that were walked through alone.
    private(set) var orders: [UInt8: [PackedKey]] = [:]

    /// How many rows are kept in memory, those that are not there included.
    private(set) var count: Int

    /// How many rows a stage may keep in which tables are walked through: keeping their keys in order costs more with
    /// each of them.
    private static let greatestWalked = 4_096

    /// Whether the batch had better end, to be written, as no more rows may be kept: those that were only read are let go
    /// of first.
    func isFull(at limit: Int) -> Bool {
        let limit = orders.isEmpty ? limit : min(limit, Self.greatestWalked)
        guard count >= limit else { return false }
        for table in tables.indices where !tables[table].isEmpty {
            tables[table] = tables[table].filter { $0.value.batch == batch }
        }
        count = tables.reduce(0) { $0 + $1.count }
        last = nil
        // Soon it would have to let go again.
        return count >= limit / 2
    }

    /// Where the row is kept that was found last: mostly it is the next one to be changed.
    private var last: (table: UInt8, key: PackedKey, index: Dictionary<PackedKey, Entry>.Index)?

    /// Makes a stage.
    ///
    /// - Parameters:
    ///   - base: The model.
    ///   - kept: What the batch before knew of the same rows; `nil` where nothing is known.
    init(over base: any ReadModelReader, keeping kept: KeptRows.Content? = nil) {
        self.base = base
        tables = kept?.tables ?? Array(repeating: [:], count: 256)
        count = kept?.count ?? 0
        batch = (kept?.batch ?? 0) + 1
    }

    /// Hands over what is known, as it will be in the model once the changes are written; the stage is of no use then.
    func release(generation: UInt64?, parts: Int) -> KeptRows.Content {
        let content = KeptRows.Content(
            tables: tables, count: count, batch: batch, generation: generation, parts: parts)
        // Let go of, so that the next batch need not copy them.
        tables = []
        last = nil
        return content
    }

    @usableFromInline
    func find(_ key: PackedKey, in table: UInt8) -> Found {
        guard let index = tables[Int(table)].index(forKey: key) else { return .unknown }
        last = (table, key, index)
        return tables[Int(table)].values[index].row.map(Found.row) ?? .nothing
    }

    /// Keeps what the snapshot holds, so that it is not asked again.
    @usableFromInline
    func keep(_ row: (any StagedRow)?, for key: PackedKey, in table: UInt8) {
        let batch = tables[Int(table)][key]?.batch
        if batch == nil { count += 1 }
        tables[Int(table)][key] = Entry(row: row, batch: batch ?? 0)
        last = nil
    }

    /// Puts a row, or removes the one that is there.
    @usableFromInline
    func change(_ row: (any StagedRow)?, for key: PackedKey, in table: UInt8) throws {
        try ReadModelLimits.validate(keyBytes: key.count)
        let wasChanged: Bool
        if let last, last.table == table, last.key == key {
            wasChanged = tables[Int(table)].values[last.index].batch == batch
            tables[Int(table)].values[last.index] = Entry(row: row, batch: batch)
        } else {
            let old = tables[Int(table)].updateValue(Entry(row: row, batch: batch), forKey: key)
            if old == nil { count += 1 }
            wasChanged = old?.batch == batch
            last = nil
        }
        if !wasChanged, !orders.isEmpty, orders[table] != nil { enter(key, in: table) }
    }

    /// What the snapshot holds under a key.
    @usableFromInline
    func original(_ key: PackedKey, in table: UInt8) throws -> [UInt8]? {
        try ReadModelLimits.validate(keyBytes: key.count)
        return try base.value(for: key.bytes, in: table)
    }

    /// The first key that was put or removed behind another one.
    func changedKey(after key: PackedKey?, in table: UInt8) -> PackedKey? {
        let order = orders[table] ?? begunOrder(of: table)
        let index = key.map { order.firstIndex(after: $0) } ?? 0
        return index < order.count ? order[index] : nil
    }

    private func begunOrder(of table: UInt8) -> [PackedKey] {
        let order = tables[Int(table)].filter { $0.value.batch == batch }.keys.sorted()
        orders[table] = order
        return order
    }

    private func enter(_ key: PackedKey, in table: UInt8) {
        let index = orders[table]?.firstIndex(after: key) ?? 0
        orders[table]?.insert(key, at: index)
    }
}

extension [PackedKey] {
    /// Where the first key stands that is greater than another one, in a list that is in order.
    fileprivate func firstIndex(after key: PackedKey) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] <= key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
