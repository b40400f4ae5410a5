import Nacre

extension ReadModels {
    /// The names under which a projection knows the rows of a read model, as it was last brought up to date.
    ///
    /// Rows without a name are left out.
    ///
    /// - Parameters:
    ///   - name: The name of the projection.
    ///   - limit: The maximum number of rows that are looked at.
    /// - Returns: The names, ordered by table and key.
    /// - Throws: `EventStoreError`: `invalidArgument` if there is no such projection; other codes if the read model
    ///   cannot be read. Errors of decoding a row.
    /// - Complexity: O(*n*) in the rows up to the limit, whose names are held in memory.
    package func rowNames(of name: String, limit: Int) throws -> [String] {
        let projection = try found(name).projection
        return try store.read(name) { reader in
            var names: [String] = []
            var rest = limit
            for table in projection.tables.map(\.number).sorted() where rest > 0 {
                try reader.forEachRow(in: table, within: RowRange()) { key, value in
                    if let row = try projection.decodedRow(key: key, value: value, in: table) { names.append(row.name) }
                    rest -= 1
                    return rest > 0
                }
            }
            return names
        }
    }
}
