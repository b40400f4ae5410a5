import Nacre

/// A block of the log over mapped bytes, its header, table and names verified.
///
/// Valid only inside the transaction that the bytes come from.
struct Block {
    let bytes: UnsafeRawBufferPointer
    let header: BlockHeader

    /// Verifies header, table and names.
    ///
    /// - Parameters:
    ///   - bytes: The value of the log.
    ///   - position: The key under which it stands.
    /// - Throws: `damaged` with the position of the block.
    init(_ bytes: UnsafeRawBufferPointer, at position: Position) throws(EventStoreError) {
        guard let header = BlockHeader(bytes), header.firstPosition == position else {
            throw .damagedBlock(at: position, "its header is not one")
        }
        let firstRecord = Int(bytes.integer(at: header.recordOffsetsOffset, as: UInt32.self))
        guard firstRecord >= header.namesOffset, firstRecord <= bytes.count,
            BlockHeader.checksum(of: bytes, firstRecordOffset: firstRecord) == header.checksum
        else {
            throw .damagedBlock(at: position, "its header and table do not have the checksum that they say")
        }
        guard Self.hasNames(bytes, header, upTo: firstRecord) else {
            throw .damagedBlock(at: position, "its names do not fill the place between its table and its records")
        }
        self.bytes = bytes
        self.header = header
    }

    /// Whether a position lies in this block.
    func holds(_ position: Position) -> Bool {
        position >= header.firstPosition && position <= header.lastPosition
    }

    /// The index in this block of a position that lies in it.
    func index(of position: Position) -> Int {
        Int(position - header.firstPosition)
    }

    /// A record, verified.
    ///
    /// - Throws: `damaged` with the position of the record.
    func record(at index: Int) throws(EventStoreError) -> Record {
        let (start, end) = recordBounds(index)
        let position = header.firstPosition + UInt64(index)
        guard start >= header.namesOffset, start + LogFormat.recordHeadBytes <= end, end <= bytes.count else {
            throw .damagedRecord(at: position, "its offsets \(start) and \(end) lie outside the block")
        }
        let record = bytes.part(from: start, to: end)
        let expected = bytes.integer(at: header.checksumsOffset + 8 * index, as: UInt64.self)
        guard Checksum.of(record) == expected, let parsed = Record(record, position: position, in: self) else {
            throw .damagedRecord(at: position, "its bytes do not have the checksum that the block says")
        }
        return parsed
    }

    /// Verifies every record.
    ///
    /// - Throws: `damaged` with the position of the first record that is.
    func verify() throws(EventStoreError) {
        for index in 0..<header.count { _ = try record(at: index) }
    }

    /// The bytes of a stream's name.
    func streamName(_ index: Int) -> UnsafeRawBufferPointer {
        name(index, of: header.streamCount, offsets: header.streamOffsetsOffset) {
            header.typeCount > 0 ? Int(bytes.integer(at: header.typeOffsetsOffset, as: UInt32.self)) : recordOffset(0)
        }
    }

    /// The bytes of a type's name.
    func typeName(_ index: Int) -> UnsafeRawBufferPointer {
        name(index, of: header.typeCount, offsets: header.typeOffsetsOffset) { recordOffset(0) }
    }

    /// Asks the processor for a record that is read soon.
    func prefetchRecord(at index: Int) {
        let (start, end) = recordBounds(index)
        prefetch(bytes, from: start, to: min(end, start + Self.prefetchedBytes))
    }

    /// Bytes of a record that are asked for: that of most; of a longer one, more are for the processor to foresee.
    private static let prefetchedBytes = 384

    private func recordBounds(_ index: Int) -> (start: Int, end: Int) {
        (recordOffset(index), index + 1 < header.count ? recordOffset(index + 1) : bytes.count)
    }

    private func recordOffset(_ index: Int) -> Int {
        Int(bytes.integer(at: header.recordOffsetsOffset + 4 * index, as: UInt32.self))
    }

    private static let greatestNameBytes = UInt32(Limits.nameBytes)

    /// Whether each name begins behind the one before it and has a length that a name may have, from the end of the table
    /// to the first record.
    private static func hasNames(_ bytes: UnsafeRawBufferPointer, _ header: BlockHeader, upTo end: Int) -> Bool {
        // The offsets of the streams and those of the types stand side by side.
        let offsets = header.streamOffsetsOffset
        let last = header.streamCount + header.typeCount - 1
        var start = UInt32(truncatingIfNeeded: header.namesOffset)
        var areRight = bytes.integer(at: offsets, as: UInt32.self) == start
        // Without a branch for each name, as every block that is read passes here.
        for index in 0..<last {
            let next = bytes.integer(at: offsets &+ 4 &* (index &+ 1), as: UInt32.self)
            areRight = areRight && next &- start &- 1 < greatestNameBytes
            start = next
        }
        return areRight && UInt32(truncatingIfNeeded: end) &- start &- 1 < greatestNameBytes
    }

    private func name(_ index: Int, of count: Int, offsets: Int, end: () -> Int) -> UnsafeRawBufferPointer {
        let start = Int(bytes.integer(at: offsets + 4 * index, as: UInt32.self))
        let end = index + 1 < count ? Int(bytes.integer(at: offsets + 4 * (index + 1), as: UInt32.self)) : end()
        return bytes.part(from: start, to: end)
    }
}

extension EventStoreError {
    static func damagedBlock(at position: Position, _ what: String) -> EventStoreError {
        EventStoreError(
            .damaged,
            "the block at position \(position) is damaged: \(what); restore the store from a backup, or read around it",
            position: position)
    }

    static func damagedRecord(at position: Position, _ what: String) -> EventStoreError {
        EventStoreError(
            .damaged,
            "the event at position \(position) is damaged: \(what); restore the store from a backup, or read around it",
            position: position)
    }
}
