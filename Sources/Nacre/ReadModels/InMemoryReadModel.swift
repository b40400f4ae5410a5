/// A read model in memory: its live tables and its shadow.
struct InMemoryReadModel: Sendable {
    var live = InMemoryTables()
    var shadow = InMemoryTables()

    /// The generation of the tables to be created next.
    private var next: UInt64 = 1

    /// Creates tables if they do not exist.
    mutating func make(_ tables: WritableKeyPath<InMemoryReadModel, InMemoryTables>) {
        // The first write after a removal begins a new generation.
        guard self[keyPath: tables].generation == nil else { return }
        self[keyPath: tables].generation = next
        next += 1
    }

    mutating func replaceByShadow() throws {
        guard shadow.generation != nil else { throw EventStoreError.noShadow() }
        live = shadow
        shadow = InMemoryTables()
    }
}

/// Tables with their generation and state.
struct InMemoryTables: Sendable {
    var generation: UInt64?
    var state: ReadModelState?
    var tables: [UInt8: InMemoryTable] = [:]
}

/// Rows sorted by the bytes of their keys.
struct InMemoryTable: Sendable {
    struct Row: Sendable {
        let key: [UInt8]
        var value: [UInt8]
    }

    private(set) var rows: [Row] = []

    func value(for key: [UInt8]) -> [UInt8]? {
        let place = place(of: key)
        return place.isTaken ? rows[place.index].value : nil
    }

    mutating func setValue(_ value: [UInt8], for key: [UInt8]) {
        let place = place(of: key)
        if place.isTaken {
            rows[place.index].value = value
        } else {
            rows.insert(Row(key: key, value: value), at: place.index)
        }
    }

    mutating func removeValue(for key: [UInt8]) {
        let place = place(of: key)
        if place.isTaken { rows.remove(at: place.index) }
    }

    /// The indexes of the rows in a range.
    func indexes(of range: RowRange) -> Range<Int> {
        let start = place(of: range.start).index
        return start..<max(start, range.end.map { place(of: $0).index } ?? rows.count)
    }

    /// The index of a key, or the index to insert it at.
    private func place(of key: [UInt8]) -> (index: Int, isTaken: Bool) {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = low + (high - low) / 2
            if rows[middle].key.lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
        }
        return (low, low < rows.count && rows[low].key == key)
    }
}
