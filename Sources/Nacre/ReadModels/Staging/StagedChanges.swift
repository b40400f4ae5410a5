/// What a batch has changed, to be written in one transaction.
struct StagedChanges: Sendable {
    private struct Change: Sendable {
        let key: PackedKey
        let row: (any StagedRow)?
    }

    private var tables: [(number: UInt8, changes: [Change])]

    /// Takes the changes of a stage, each table's in the order of the keys: a tree that is written in order is written
    /// page by page.
    init(_ stage: RowStage) {
        tables = stage.tables.enumerated().compactMap { number, rows in
            var changes: [Change] = []
            changes.reserveCapacity(rows.count)
            for (key, entry) in rows where entry.batch == stage.batch {
                changes.append(Change(key: key, row: entry.row))
            }
            guard !changes.isEmpty else { return nil }
            changes.sort { $0.key < $1.key }
            return (UInt8(number), changes)
        }
    }

    /// Adds changes of other rows.
    mutating func add(_ other: StagedChanges) { tables += other.tables }

    /// Writes every row once.
    func write(to writer: any ReadModelWriter) throws {
        for (number, changes) in tables {
            for change in changes {
                if let row = change.row {
                    try writer.setValue(row.bytes, for: change.key.bytes, in: number)
                } else {
                    try writer.removeValue(for: change.key.bytes, in: number)
                }
            }
        }
    }
}
