import Nacre

/// A block of the log over mapped bytes, with verified header, table and names.
///
/// Valid only inside the transaction that the bytes come from.
///
/// `@safe` is right because header, table and names were verified to lie in the bytes, and no block is kept beyond the
/// transaction.
@safe
struct Block {
    // FMT-03: Record checksums are stored in the block's table, not in the records.

    let bytes: UnsafeRawBufferPointer
    let header: BlockHeader
    /// Whether all names were verified; otherwise each record verifies its own.
    private let hasSoundNames: Bool

    /// Verifies header, table and names.
    ///
    /// - Parameters:
    ///   - bytes: The value in the log.
    ///   - position: Its key.
    ///   - isReadThrough: Whether most of its records will be read. If not, its names, of which there may be hundreds,
    ///     are verified one by one.
    /// - Throws: `damaged` with the position of the block.
    init(
        _ bytes: UnsafeRawBufferPointer, at position: Position, isReadThrough: Bool = true
    ) throws(EventStoreError) {
        guard let header = unsafe BlockHeader(bytes), header.firstPosition == position else {
            throw .damagedBlock(at: position, "its header is invalid")
        }
        let firstRecord = unsafe Int(bytes.integer(at: header.recordOffsetOffset(0), as: UInt32.self))
        guard firstRecord >= header.namesOffset, firstRecord <= bytes.count,
            unsafe BlockHeader.checksum(of: bytes, firstRecordOffset: firstRecord) == header.checksum
        else {
            throw .damagedBlock(at: position, "the checksum of its header and table does not match")
        }
        unsafe self.bytes = bytes
        self.header = header
        hasSoundNames = unsafe isReadThrough && Self.areNames(bytes, header, upTo: firstRecord)
        // The names must begin where the table ends; otherwise a count in the header is wrong.
        guard unsafe hasSoundNames || !isReadThrough && header.beginsNames(of: bytes) else {
            throw .damagedBlock(at: position, "its names do not fill the space between its table and its records")
        }
    }

    /// Whether the block contains a position.
    func holds(_ position: Position) -> Bool {
        position >= header.firstPosition && position <= header.lastPosition
    }

    /// The index in the block of a position that it contains.
    func index(of position: Position) -> Int {
        Int(position - header.firstPosition)
    }

    /// The record at an index, verified.
    ///
    /// - Throws: `damaged` with the position of the record.
    func record(at index: Int) throws(EventStoreError) -> Record {
        let (start, end) = recordBounds(index)
        let position = header.firstPosition + UInt64(index)
        guard start >= header.namesOffset, start + RecordLayout.headBytes <= end, unsafe end <= bytes.count else {
            throw .damagedRecord(at: position, "its offsets \(start) and \(end) lie outside the block")
        }
        let record = unsafe bytes.part(from: start, to: end)
        let expected = unsafe bytes.integer(at: header.recordChecksumOffset(index), as: UInt64.self)
        guard unsafe Checksum.of(record) == expected, let parsed = unsafe Record(record, position: position, in: self)
        else {
            throw .damagedRecord(at: position, "its checksum does not match")
        }
        return parsed
    }

    /// Verifies every record.
    ///
    /// - Throws: `damaged` with the position of the first damaged record.
    func verify() throws(EventStoreError) {
        for index in 0..<header.count { _ = try record(at: index) }
    }

    /// The bytes of a stream's name.
    func streamName(_ index: Int) -> UnsafeRawBufferPointer { unsafe name(index) }

    /// The bytes of a type's name.
    func typeName(_ index: Int) -> UnsafeRawBufferPointer { unsafe name(header.streamCount + index) }

    /// Prefetches a record.
    func prefetchRecord(at index: Int) {
        let (start, end) = recordBounds(index)
        unsafe prefetch(bytes, from: start, to: min(end, start + Self.prefetchedBytes))
    }

    /// The bytes of a record that are prefetched: enough for most; for longer ones the hardware prefetcher takes over.
    private static let prefetchedBytes = 384

    private func recordBounds(_ index: Int) -> (start: Int, end: Int) {
        unsafe (recordOffset(index), index + 1 < header.count ? recordOffset(index + 1) : bytes.count)
    }

    private func recordOffset(_ index: Int) -> Int {
        unsafe Int(bytes.integer(at: header.recordOffsetOffset(index), as: UInt32.self))
    }

    /// Whether a record's name indices refer to names between table and records, with valid lengths.
    @inline(__always)
    func hasNames(stream: Int, type: Int) -> Bool {
        guard stream < header.streamCount, type < header.typeCount else { return false }
        return hasSoundNames || isName(nameBounds(stream)) && isName(nameBounds(header.streamCount + type))
    }

    /// Whether the names, from the end of the table to the first record, are ascending and have valid lengths.
    private static func areNames(_ bytes: UnsafeRawBufferPointer, _ header: BlockHeader, upTo end: Int) -> Bool {
        let offsets = header.streamNameOffset(0)
        let last = header.streamCount + header.typeCount - 1
        var start = UInt32(truncatingIfNeeded: header.namesOffset)
        var areRight = unsafe bytes.integer(at: offsets, as: UInt32.self) == start
        // Branch-free, because it runs for every block that is read through.
        for index in 0..<last {
            let next = unsafe bytes.integer(at: offsets &+ BlockLayout.nameOffsetBytes &* (index &+ 1), as: UInt32.self)
            areRight = areRight && UInt(next &- start &- 1) < maxNameBytes
            start = next
        }
        return areRight && UInt(UInt32(truncatingIfNeeded: end) &- start &- 1) < maxNameBytes
    }

    @inline(__always)
    private func isName(_ bounds: (start: Int, end: Int)) -> Bool {
        unsafe bounds.start >= header.namesOffset && bounds.end <= bytes.count
            && UInt(bitPattern: bounds.end &- bounds.start &- 1) < Self.maxNameBytes
    }

    private static let maxNameBytes = UInt(Limits.nameBytes)

    /// The bounds of a name; type names follow stream names.
    @inline(__always)
    private func nameBounds(_ number: Int) -> (start: Int, end: Int) {
        let offset = header.streamNameOffset(number)
        let isLast = number + 1 == header.streamCount + header.typeCount
        return unsafe (
            Int(bytes.integer(at: offset, as: UInt32.self)),
            isLast ? recordOffset(0) : Int(bytes.integer(at: offset + BlockLayout.nameOffsetBytes, as: UInt32.self))
        )
    }

    /// A name; empty if it is out of bounds.
    ///
    /// The names of a verified record are never out of bounds.
    private func name(_ number: Int) -> UnsafeRawBufferPointer {
        let bounds = nameBounds(number)
        guard isName(bounds) else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
        return unsafe bytes.part(from: bounds.start, to: bounds.end)
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
