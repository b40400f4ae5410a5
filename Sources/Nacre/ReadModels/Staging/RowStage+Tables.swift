extension RowStage {
    /// The row under a key, decoded once however often it is asked for.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - table: The table.
    ///   - encode: Writes a row.
    ///   - decode: Reads a row.
    /// - Returns: The row; `nil` where there is none.
    /// - Throws: What `decode` throws, and ``EventStoreError`` where the model cannot be read.
    @inlinable
    func row<Row: Sendable>(
        at key: PackedKey, in table: UInt8, encode: @escaping @Sendable (Row) -> [UInt8],
        decode: ([UInt8]) throws -> Row
    ) throws -> Row? {
        let bytes: [UInt8]?
        switch find(key, in: table) {
        case .row(let found):
            if let decoded = found as? DecodedRow<Row> { return decoded.row }
            bytes = found.bytes
        case .nothing: return nil
        case .unknown: bytes = try original(key, in: table)
        }
        let row = try bytes.map(decode)
        keep(row.map { DecodedRow($0, encode: encode) }, for: key, in: table)
        return row
    }
}
