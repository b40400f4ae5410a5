/// The figures of the file of read models; `Docs/FileFormat.md` describes every byte.
enum ViewsFormat {
    /// The format that this program writes.
    static let version: UInt16 = 3

    /// The oldest format that it reads: without definitions in the records of models.
    ///
    /// A file of an older one is made anew.
    static let oldestVersion: UInt16 = 2

    /// What the file's header begins with: `NCRV`.
    static let magic: UInt32 = 0x5652_434E

    /// The first byte of the keys of the header and of the models.
    static let modelPrefix: UInt8 = 0

    /// The first byte of the keys of rows.
    static let rowPrefix: UInt8 = 1

    /// Bytes of a row's key before the model's own key: the prefix, the generation and the table.
    static let rowKeyHeaderBytes = 6

    /// Bytes of a row before the model's own value: its checksum.
    static let rowHeaderBytes = 8

    /// The key of the header, before all others.
    static let headerKey: [UInt8] = [modelPrefix]

    /// How large a file may be whose rows are all verified when it is opened, in bytes.
    static let bytesCheckedAtOpening = 64 << 20

    /// How many rows of a discarded generation one transaction removes.
    ///
    /// A leaf holds two rows or more, and freeing a value's own pages does not touch them: so it dirties at most
    /// half as many leaves, 64 MiB of them, and of rows of a hundred bytes a twentieth of that. Each step is a sync.
    static let rowsRemovedPerStep = 32_768

    /// The key of a model.
    static func key(ofModel name: String) -> [UInt8] { [modelPrefix] + name.utf8 }

    /// The name of the model that a key is of.
    static func name(ofModel key: UnsafeRawBufferPointer) -> String {
        String(decoding: key.dropFirst(), as: UTF8.self)
    }

    /// The beginning of the keys of a generation's rows.
    static func prefix(ofGeneration generation: UInt32) -> [UInt8] {
        [
            rowPrefix, UInt8(truncatingIfNeeded: generation >> 24), UInt8(truncatingIfNeeded: generation >> 16),
            UInt8(truncatingIfNeeded: generation >> 8), UInt8(truncatingIfNeeded: generation),
        ]
    }

    /// The beginning of the keys of a table.
    static func prefix(of generation: UInt32, table: UInt8) -> [UInt8] { prefix(ofGeneration: generation) + [table] }

    /// The least key behind all that begin with a prefix.
    static func end(ofPrefix prefix: [UInt8]) -> [UInt8] {
        var end = prefix
        while end.last == .max { end.removeLast() }
        // The first byte, ``rowPrefix``, is never the greatest.
        if let last = end.indices.last { end[last] += 1 }
        return end
    }

    /// Calls a body with the whole key of a row, which is nowhere kept.
    static func withKey<Result>(
        of generation: UInt32, table: UInt8, _ key: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withUnsafeTemporaryAllocation(byteCount: rowKeyHeaderBytes + key.count, alignment: 8) { buffer in
            buffer[0] = rowPrefix
            buffer.storeBytes(of: generation.bigEndian, toByteOffset: 1, as: UInt32.self)
            buffer[5] = table
            key.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: buffer[rowKeyHeaderBytes...]).copyMemory(from: $0)
            }
            return try body(UnsafeRawBufferPointer(buffer))
        }
    }

    /// The generation that a row's key names; `nil` where it is no row's key.
    static func generation(ofRow key: UnsafeRawBufferPointer) -> UInt32? {
        guard key.count >= rowKeyHeaderBytes, key[0] == rowPrefix else { return nil }
        return key[1..<5].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The checksum of what stands under a key.
    static func checksum(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> UInt64 {
        Checksum.of(value, seed: Checksum.of(key))
    }

    /// The model's own value of a row.
    ///
    /// - Returns: The value; `nil` where the row does not have its checksum.
    static func value(ofRow row: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard row.count >= rowHeaderBytes else { return nil }
        let value = row.part(from: rowHeaderBytes, to: row.count)
        return checksum(key, value) == row.integer(at: 0) ? value : nil
    }
}
