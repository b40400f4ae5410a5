/// The constants of the read model file's format.
///
/// ``ViewsLayout`` names the places of the fields; `Docs/FileFormat.md` describes every byte.
enum ViewsFormat {
    /// The format that this program writes.
    static let version: UInt16 = 3

    // PROJ-33: A `views.mdb` in a newer format is refused.
    /// The oldest format that this program reads: model records without definitions.
    ///
    /// A file of an older format is rebuilt.
    static let oldestVersion: UInt16 = 2

    /// The magic number at the start of the header: `NCRV`.
    static let magic: UInt32 = 0x5652_434E

    /// The first byte of the keys of the header and of model records.
    static let modelPrefix: UInt8 = 0

    /// The first byte of the keys of rows.
    static let rowPrefix: UInt8 = 1

    /// The key of the header, which sorts before all others.
    static let headerKey: [UInt8] = [modelPrefix]

    /// The maximum size of a file whose rows are all verified on opening, in bytes.
    static let bytesCheckedAtOpening = 64 << 20

    // PROJ-32: Rows of discarded tables are removed in a step after each write.
    /// The number of rows of a discarded generation that one transaction removes.
    ///
    /// A leaf holds at least two rows, and freeing overflow pages does not dirty them. One step dirties at most half
    /// as many leaves as rows, 64 MiB, and about a twentieth of that for rows of 100 bytes. Each step is a sync.
    static let rowsRemovedPerStep = 32_768

    /// The key of a model's record.
    static func key(ofModel name: String) -> [UInt8] { [modelPrefix] + name.utf8 }

    /// The name of the model with a key.
    static func name(ofModel key: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: key.dropFirst(), as: UTF8.self)
    }

    /// The key prefix of a generation's rows.
    static func prefix(ofGeneration generation: UInt32) -> [UInt8] {
        [
            rowPrefix, UInt8(truncatingIfNeeded: generation >> 24), UInt8(truncatingIfNeeded: generation >> 16),
            UInt8(truncatingIfNeeded: generation >> 8), UInt8(truncatingIfNeeded: generation),
        ]
    }

    /// The key prefix of a table's rows.
    static func prefix(of generation: UInt32, table: UInt8) -> [UInt8] { prefix(ofGeneration: generation) + [table] }

    /// The smallest key that sorts after all keys with a prefix.
    static func end(ofPrefix prefix: [UInt8]) -> [UInt8] {
        var end = prefix
        while end.last == .max { end.removeLast() }
        // The first byte, ``rowPrefix``, is below the maximum.
        if let last = end.indices.last { end[last] += 1 }
        return end
    }

    /// Calls a body with the complete key of a row, built in a temporary buffer.
    static func withKey<Result>(
        of generation: UInt32, table: UInt8, _ key: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try unsafe withUnsafeTemporaryAllocation(byteCount: ViewsLayout.RowKey.headerBytes + key.count, alignment: 8) {
            buffer in
            typealias Layout = ViewsLayout.RowKey
            unsafe buffer[Layout.prefixOffset] = rowPrefix
            unsafe buffer.storeBytes(of: generation.bigEndian, toByteOffset: Layout.generationOffset, as: UInt32.self)
            unsafe buffer[Layout.tableOffset] = table
            unsafe key.withUnsafeBytes {
                unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[Layout.headerBytes...]).copyMemory(from: $0)
            }
            return try unsafe body(UnsafeRawBufferPointer(buffer))
        }
    }

    /// The generation in a row's key; `nil` if the key is not a row's.
    static func generation(ofRow key: UnsafeRawBufferPointer) -> UInt32? {
        typealias Layout = ViewsLayout.RowKey
        guard key.count >= Layout.headerBytes, unsafe key[Layout.prefixOffset] == rowPrefix else { return nil }
        return unsafe key[Layout.generationOffset..<Layout.tableOffset].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The checksum of a key and its value.
    static func checksum(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> UInt64 {
        unsafe Checksum.of(value, seed: Checksum.of(key))
    }

    /// The model's own value of a row.
    ///
    /// - Returns: The value; `nil` if the checksum does not match.
    static func value(ofRow row: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard row.count >= ViewsLayout.Row.headerBytes else { return nil }
        let value = unsafe row.part(from: ViewsLayout.Row.headerBytes, to: row.count)
        return unsafe checksum(key, value) == row.integer(at: ViewsLayout.Row.checksumOffset) ? value : nil
    }
}
