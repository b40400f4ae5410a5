/// The changes of a batch, to be written in one transaction.
struct StagedChanges: Sendable {
    /// The changes of each table, one element for each part of the batch.
    private var tables: [UInt8: [TableChanges]] = [:]

    /// Takes the changes of a stage.
    ///
    /// - Throws: Errors of encoding a row.
    init(_ stage: RowStage) throws {
        for (number, table) in stage.tables.enumerated() {
            guard let changes = try table?.changes(in: stage.batch) else { continue }
            tables[UInt8(number)] = [changes]
        }
    }

    /// Adds changes of other rows.
    mutating func add(_ other: StagedChanges) {
        tables.merge(other.tables, uniquingKeysWith: +)
    }

    /// Writes every row once, table by table in key order, merging the parts.
    ///
    /// Ordered writes fill the pages of the B+tree one after the other.
    func write(to writer: any ReadModelWriter) throws {
        for (number, parts) in tables.sorted(by: { $0.key < $1.key }) {
            var remaining = parts.map(RemainingChanges.init)
            while let next = Self.partWithLowestKey(of: remaining) {
                try remaining[next].writeNext(to: writer, in: number)
            }
        }
    }

    /// The index of the part with the smallest next key; `nil` if no changes are left.
    private static func partWithLowestKey(of remaining: [RemainingChanges]) -> Int? {
        var lowest: (part: Int, key: PackedKey)?
        for (part, changes) in remaining.enumerated() {
            guard let key = changes.key, lowest.map({ key < $0.key }) ?? true else { continue }
            lowest = (part, key)
        }
        return lowest?.part
    }
}
