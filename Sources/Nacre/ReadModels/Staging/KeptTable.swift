/// What is kept of a table from one batch to the next.
@usableFromInline
protocol KeptTable: Sendable {
    /// A table of these rows.
    func staged() -> any StagedTable
}

extension StagedRows: KeptTable {
    @usableFromInline
    func staged() -> any StagedTable { RowTable(self) }
}
