/// The cached rows of a table, passed from one batch to the next.
@usableFromInline
protocol CachedTable: Sendable {
    /// A staged table with these rows.
    func staged() -> any StagedTable
}

extension StagedRows: CachedTable {
    @usableFromInline
    func staged() -> any StagedTable { RowTable(self) }
}
