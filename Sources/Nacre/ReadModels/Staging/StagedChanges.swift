/// What a batch has changed, to be written in one transaction.
struct StagedChanges: Sendable {
    /// The changes of each table, as the parts of the batch have made them.
    private var tables: [UInt8: [TableChanges]] = [:]

    /// Takes the changes of a stage.
    ///
    /// - Throws: What encoding a row throws.
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

    /// Writes every row once, table by table and in the order of the keys, whichever part has changed it: a tree that is
    /// written in order is written page by page, and its pages are filled.
    func write(to writer: any ReadModelWriter) throws {
        for (number, parts) in tables.sorted(by: { $0.key < $1.key }) {
            var remaining = parts.map(RemainingChanges.init)
            while let next = Self.least(of: remaining) { try remaining[next].writeNext(to: writer, in: number) }
        }
    }

    /// Which part has the least key; `nil` where none has any.
    private static func least(of remaining: [RemainingChanges]) -> Int? {
        var least: (part: Int, key: PackedKey)?
        for (part, changes) in remaining.enumerated() {
            guard let key = changes.key, least.map({ key < $0.key }) ?? true else { continue }
            least = (part, key)
        }
        return least?.part
    }
}
