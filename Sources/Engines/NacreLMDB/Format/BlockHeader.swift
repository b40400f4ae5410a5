import Nacre

/// The header of a block.
struct BlockHeader {
    static let magic: UInt32 = 0x4252_434E  // "NCRB"

    /// The codec of records that are stored unchanged; other values are reserved for compression.
    static let codec: UInt8 = 0

    /// The number of a block that an older program wrote, before blocks had numbers.
    static let unnumbered: UInt64 = 0

    var count: Int
    var byteCount: Int
    var firstPosition: Position
    var recordedAt: Int64
    var previousChecksum: UInt64
    var streamCount: Int
    var typeCount: Int
    /// The number of the block in the log, counted from 1; ``unnumbered`` if unknown.
    var number: UInt64
    /// The checksum in the header, which ``Block`` verifies.
    var checksum: UInt64

    var lastPosition: Position { firstPosition + UInt64(count) - 1 }

    /// Decodes a header whose sizes fit the block and whose positions are possible in a log; `nil` otherwise.
    ///
    /// There are no more names than events, because each name belongs to an event; and no more earlier blocks than
    /// earlier events.
    init?(_ block: UnsafeRawBufferPointer) {
        guard block.count >= BlockLayout.headerBytes,
            unsafe block.integer(at: BlockLayout.magicOffset, as: UInt32.self) == Self.magic,
            unsafe block.integer(at: BlockLayout.formatOffset, as: UInt8.self) == UInt8(LogFormat.version),
            unsafe block.integer(at: BlockLayout.codecOffset, as: UInt8.self) == Self.codec
        else { return nil }
        count = unsafe Int(block.integer(at: BlockLayout.countOffset, as: UInt32.self))
        byteCount = unsafe Int(block.integer(at: BlockLayout.byteCountOffset, as: UInt32.self))
        firstPosition = unsafe block.integer(at: BlockLayout.firstPositionOffset)
        recordedAt = unsafe block.integer(at: BlockLayout.recordedAtOffset)
        previousChecksum = unsafe block.integer(at: BlockLayout.previousChecksumOffset)
        streamCount = unsafe Int(block.integer(at: BlockLayout.streamCountOffset, as: UInt32.self))
        typeCount = unsafe Int(block.integer(at: BlockLayout.typeCountOffset, as: UInt32.self))
        number = unsafe block.integer(at: BlockLayout.numberOffset)
        checksum = unsafe block.integer(at: BlockLayout.checksumOffset)
        guard count > 0, (1...count).contains(streamCount), (1...count).contains(typeCount), firstPosition > 0,
            firstPosition <= LogFormat.maxPosition - UInt64(count), byteCount == block.count,
            namesOffset <= byteCount, number <= firstPosition
        else { return nil }
    }

    /// The first position of a block, from its first bytes; `nil` if they are not a block's.
    static func position(ofBlock bytes: UnsafeRawBufferPointer) -> Position? {
        guard bytes.count >= BlockLayout.headerBytes,
            unsafe bytes.integer(at: BlockLayout.magicOffset, as: UInt32.self) == magic
        else { return nil }
        return unsafe bytes.integer(at: BlockLayout.firstPositionOffset)
    }

    /// Creates a header for writing; its checksum is set when the block is complete.
    init(
        count: Int, byteCount: Int, firstPosition: Position, recordedAt: Int64, previousChecksum: UInt64,
        streamCount: Int, typeCount: Int, number: UInt64
    ) {
        self.count = count
        self.byteCount = byteCount
        self.firstPosition = firstPosition
        self.recordedAt = recordedAt
        self.previousChecksum = previousChecksum
        self.streamCount = streamCount
        self.typeCount = typeCount
        self.number = number
        checksum = 0
    }

    /// Writes everything but the checksum.
    func store(in block: UnsafeMutableRawBufferPointer) {
        unsafe block.store(Self.magic, at: BlockLayout.magicOffset)
        unsafe block.store(UInt8(LogFormat.version), at: BlockLayout.formatOffset)
        unsafe block.store(Self.codec, at: BlockLayout.codecOffset)
        unsafe block.store(UInt16(0), at: BlockLayout.reservedOffset)
        unsafe block.store(UInt32(count), at: BlockLayout.countOffset)
        unsafe block.store(UInt32(byteCount), at: BlockLayout.byteCountOffset)
        unsafe block.store(firstPosition, at: BlockLayout.firstPositionOffset)
        unsafe block.store(recordedAt, at: BlockLayout.recordedAtOffset)
        unsafe block.store(previousChecksum, at: BlockLayout.previousChecksumOffset)
        unsafe block.store(UInt32(streamCount), at: BlockLayout.streamCountOffset)
        unsafe block.store(UInt32(typeCount), at: BlockLayout.typeCountOffset)
        unsafe block.store(number, at: BlockLayout.numberOffset)
    }

    /// The checksum of a block: of its table and names, seeded with that of its header.
    static func checksum(of block: UnsafeRawBufferPointer, firstRecordOffset: Int) -> UInt64 {
        unsafe Checksum.of(
            // Records are covered through their checksums in the table (FMT-03).
            block.part(from: BlockLayout.headerBytes, to: firstRecordOffset),
            seed: Checksum.of(block.part(from: 0, to: BlockLayout.checksumOffset)))
    }
}

// The places in the table and after it, which depend on the header's counts.
extension BlockHeader {
    /// The offset of the table's entry with the checksum of a record.
    @inline(__always)
    func recordChecksumOffset(_ index: Int) -> Int {
        BlockLayout.headerBytes + BlockLayout.recordChecksumBytes * index
    }

    /// The offset of the table's entry with the offset of a record.
    @inline(__always)
    func recordOffsetOffset(_ index: Int) -> Int {
        BlockLayout.headerBytes + BlockLayout.recordChecksumBytes * count + BlockLayout.recordOffsetBytes * index
    }

    /// The offset of the table's entry with the offset of a stream name.
    @inline(__always)
    func streamNameOffset(_ index: Int) -> Int {
        BlockLayout.headerBytes + BlockLayout.tableBytesPerEvent * count + BlockLayout.nameOffsetBytes * index
    }

    /// The offset of the table's entry with the offset of a type name; type names follow stream names.
    @inline(__always)
    func typeNameOffset(_ index: Int) -> Int { streamNameOffset(streamCount + index) }

    /// The offset of the names, directly after the table.
    @inline(__always)
    var namesOffset: Int { typeNameOffset(typeCount) }

    /// Whether the names begin where the table ends according to the header's counts.
    func beginsNames(of block: UnsafeRawBufferPointer) -> Bool {
        unsafe Int(block.integer(at: streamNameOffset(0), as: UInt32.self)) == namesOffset
    }
}
