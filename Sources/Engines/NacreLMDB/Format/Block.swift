import Nacre

/// A block of the log over mapped bytes, its header, table and names verified.
///
/// Valid only inside the transaction that the bytes come from.
struct Block {
    let bytes: UnsafeRawBufferPointer
    let header: BlockHeader
    /// Whether all names have been looked at; otherwise each record looks at its own.
    private let hasSoundNames: Bool

    /// Verifies header, table and names.
    ///
    /// - Parameters:
    ///   - bytes: The value of the log.
    ///   - position: The key under which it stands.
    ///   - isReadThrough: Whether most of its records will be read. A block that is looked at for one event may have
    ///     hundreds of names.
    /// - Throws: `damaged` with the position of the block.
    init(
        _ bytes: UnsafeRawBufferPointer, at position: Position, isReadThrough: Bool = true
    ) throws(EventStoreError) {
        guard let header = BlockHeader(bytes), header.firstPosition == position else {
            throw .damagedBlock(at: position, "its header is not one")
        }
        let firstRecord = Int(bytes.integer(at: header.recordOffsetsOffset, as: UInt32.self))
        guard firstRecord >= header.namesOffset, firstRecord <= bytes.count,
            BlockHeader.checksum(of: bytes, firstRecordOffset: firstRecord) == header.checksum
        else {
            throw .damagedBlock(at: position, "its header and table do not have the checksum that they say")
        }
        self.bytes = bytes
        self.header = header
        hasSoundNames = isReadThrough && Self.areNames(bytes, header, upTo: firstRecord)
        // The names begin where the table ends: otherwise one of the counts in the header is another.
        guard hasSoundNames || !isReadThrough && header.beginsNames(of: bytes) else {
            throw .damagedBlock(at: position, "its names do not fill the place between its table and its records")
        }
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
    func streamName(_ index: Int) -> UnsafeRawBufferPointer { name(index) }

    /// The bytes of a type's name.
    func typeName(_ index: Int) -> UnsafeRawBufferPointer { name(header.streamCount + index) }

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

    /// Whether the names that a record gives by their numbers lie between table and records, and have lengths that names
    /// may have.
    @inline(__always)
    func hasNames(stream: Int, type: Int) -> Bool {
        guard stream < header.streamCount, type < header.typeCount else { return false }
        return hasSoundNames || isName(nameBounds(stream)) && isName(nameBounds(header.streamCount + type))
    }

    /// Whether each name begins behind the one before it and has a length that a name may have, from the end of the table
    /// to the first record.
    private static func areNames(_ bytes: UnsafeRawBufferPointer, _ header: BlockHeader, upTo end: Int) -> Bool {
        let offsets = header.streamOffsetsOffset
        let last = header.streamCount + header.typeCount - 1
        var start = UInt32(truncatingIfNeeded: header.namesOffset)
        var areRight = bytes.integer(at: offsets, as: UInt32.self) == start
        // Without a branch for each name, as every block that is read through passes here.
        for index in 0..<last {
            let next = bytes.integer(at: offsets &+ 4 &* (index &+ 1), as: UInt32.self)
            areRight = areRight && UInt(next &- start &- 1) < greatestNameBytes
            start = next
        }
        return areRight && UInt(UInt32(truncatingIfNeeded: end) &- start &- 1) < greatestNameBytes
    }

    @inline(__always)
    private func isName(_ bounds: (start: Int, end: Int)) -> Bool {
        bounds.start >= header.namesOffset && bounds.end <= bytes.count
            && UInt(bitPattern: bounds.end &- bounds.start &- 1) < Self.greatestNameBytes
    }

    private static let greatestNameBytes = UInt(Limits.nameBytes)

    /// Where a name stands: those of the types follow those of the streams.
    @inline(__always)
    private func nameBounds(_ number: Int) -> (start: Int, end: Int) {
        let offset = header.streamOffsetsOffset + LogFormat.tableBytesPerName * number
        let isLast = number + 1 == header.streamCount + header.typeCount
        return (
            Int(bytes.integer(at: offset, as: UInt32.self)),
            isLast ? recordOffset(0) : Int(bytes.integer(at: offset + LogFormat.tableBytesPerName, as: UInt32.self))
        )
    }

    /// A name; empty where it is none, which no verified record gives.
    private func name(_ number: Int) -> UnsafeRawBufferPointer {
        let bounds = nameBounds(number)
        guard isName(bounds) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return bytes.part(from: bounds.start, to: bounds.end)
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
