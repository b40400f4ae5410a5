/// What a batch has changed, to be written in one transaction.
struct StagedChanges: Sendable {
    private var tables: [(number: UInt8, changes: TableChanges)]

    /// Takes the changes of a stage, each table's in the order of the keys: a tree that is written in order is written
    /// page by page.
    init(_ stage: RowStage) {
        tables = stage.tables.enumerated().compactMap { number, table in
            table.map { (UInt8(number), $0.changes(in: stage.batch)) }
        }
    }

    /// Adds changes of other rows.
    mutating func add(_ other: StagedChanges) { tables += other.tables }

    /// Writes every row once.
    func write(to writer: any ReadModelWriter) throws {
        for (number, changes) in tables { try changes.write(to: writer, in: number) }
    }
}
