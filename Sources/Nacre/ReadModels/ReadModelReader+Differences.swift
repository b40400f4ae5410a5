extension ReadModelReader {
    /// Calls a closure with the rows of a table that differ from those of another model, ordered by key, until the
    /// closure returns `false`.
    ///
    /// Both tables are read in batches: neither is held in memory as a whole.
    ///
    /// - Parameters:
    ///   - other: The other model.
    ///   - table: The table.
    ///   - start: The key after which to begin; `nil` for the first row.
    ///   - body: Called with a key, the value in this model and the value in the other one, `nil` where there is no
    ///     such row. Returns whether to continue.
    /// - Throws: Any error that `body` throws; ``EventStoreError`` if a model cannot be read.
    package func forEachDifference(
        from other: any ReadModelReader, in table: UInt8, after start: [UInt8]? = nil,
        _ body: (_ key: [UInt8], _ own: [UInt8]?, _ other: [UInt8]?) throws -> Bool
    ) throws {
        var own = ReadModelRows(of: self, in: table, after: start)
        var others = ReadModelRows(of: other, in: table, after: start)
        while true {
            let (left, right) = (try own.current(), try others.current())
            guard let key = [left?.key, right?.key].compactMap(\.self).min(by: { $0.lexicographicallyPrecedes($1) })
            else { return }
            let (old, new) = (left?.key == key ? left?.value : nil, right?.key == key ? right?.value : nil)
            if old != nil { own.advance() }
            if new != nil { others.advance() }
            guard try old == new || body(key, old, new) else { return }
        }
    }
}
