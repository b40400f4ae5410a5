import Nacre

/// The first 64 bytes of a block.
struct BlockHeader {
    static let magic: UInt32 = 0x4252_434E  // "NCRB"

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

    /// The offset of the names.
    var namesOffset: Int {
        LogFormat.blockHeaderBytes + LogFormat.tableBytesPerEvent * count
            + LogFormat.tableBytesPerName * (streamCount + typeCount)
    }

    var checksumsOffset: Int { LogFormat.blockHeaderBytes }
    var recordOffsetsOffset: Int { LogFormat.blockHeaderBytes + 8 * count }
    var streamOffsetsOffset: Int { LogFormat.blockHeaderBytes + LogFormat.tableBytesPerEvent * count }
    var typeOffsetsOffset: Int { streamOffsetsOffset + LogFormat.tableBytesPerName * streamCount }

    /// Reads a header whose sizes fit the block and whose positions are possible in a log; `nil` otherwise.
    ///
    /// There are no more names than events, because each name belongs to an event; and no more earlier blocks than
    /// earlier events.
    init?(_ block: UnsafeRawBufferPointer) {
        guard block.count >= LogFormat.blockHeaderBytes,
            block.integer(at: 0, as: UInt32.self) == Self.magic,
            block.integer(at: 4, as: UInt8.self) == UInt8(LogFormat.version),
            block.integer(at: 5, as: UInt8.self) == 0
        else { return nil }
        count = Int(block.integer(at: 8, as: UInt32.self))
        byteCount = Int(block.integer(at: 12, as: UInt32.self))
        firstPosition = block.integer(at: 16)
        recordedAt = block.integer(at: 24)
        previousChecksum = block.integer(at: 32)
        streamCount = Int(block.integer(at: 40, as: UInt32.self))
        typeCount = Int(block.integer(at: 44, as: UInt32.self))
        number = block.integer(at: 48)
        checksum = block.integer(at: 56)
        guard count > 0, (1...count).contains(streamCount), (1...count).contains(typeCount), firstPosition > 0,
            firstPosition <= LogFormat.maxPosition - UInt64(count), byteCount == block.count,
            namesOffset <= byteCount, number <= firstPosition
        else { return nil }
    }

    /// Whether the names begin where the table ends according to the header's counts.
    func beginsNames(of block: UnsafeRawBufferPointer) -> Bool {
        Int(block.integer(at: streamOffsetsOffset, as: UInt32.self)) == namesOffset
    }

    /// The first position of a block, from its first bytes; `nil` if they are not a block's.
    static func position(ofBlock bytes: UnsafeRawBufferPointer) -> Position? {
        guard bytes.count >= LogFormat.blockHeaderBytes, bytes.integer(at: 0, as: UInt32.self) == magic else {
            return nil
        }
        return bytes.integer(at: 16)
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
        block.store(Self.magic, at: 0)
        block.store(UInt8(LogFormat.version), at: 4)
        block.store(UInt8(0), at: 5)
        block.store(UInt16(0), at: 6)
        block.store(UInt32(count), at: 8)
        block.store(UInt32(byteCount), at: 12)
        block.store(firstPosition, at: 16)
        block.store(recordedAt, at: 24)
        block.store(previousChecksum, at: 32)
        block.store(UInt32(streamCount), at: 40)
        block.store(UInt32(typeCount), at: 44)
        block.store(number, at: 48)
    }

    /// The checksum of a block: of its table and names, seeded with that of its header.
    static func checksum(of block: UnsafeRawBufferPointer, firstRecordOffset: Int) -> UInt64 {
        Checksum.of(
            block.part(from: LogFormat.blockHeaderBytes, to: firstRecordOffset),
            seed: Checksum.of(block.part(from: 0, to: 56)))
    }
}
