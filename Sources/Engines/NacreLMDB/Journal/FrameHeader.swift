import Nacre

/// The header of a frame, after the mark of its first page.
struct FrameHeader {
    var storeID: StoreID
    /// The size of all blocks together.
    var blockBytes: Int
    var blockCount: Int
    /// The position of the first event.
    var firstPosition: Position
    /// The checksum of the block before the first one.
    var previousChecksum: UInt64

    init(
        storeID: StoreID, blockBytes: Int, blockCount: Int, firstPosition: Position, previousChecksum: UInt64
    ) {
        self.storeID = storeID
        self.blockBytes = blockBytes
        self.blockCount = blockCount
        self.firstPosition = firstPosition
        self.previousChecksum = previousChecksum
    }

    /// Decodes the header of a frame whose sizes fit its pages; `nil` otherwise.
    ///
    /// - Parameter frame: All pages of the frame.
    init?(_ frame: UnsafeRawBufferPointer) {
        typealias Layout = JournalLayout.Frame
        guard unsafe frame.integer(at: Layout.magicOffset, as: UInt32.self) == Layout.magic,
            unsafe frame.integer(at: Layout.formatOffset, as: UInt16.self) == JournalLayout.version,
            let bytes = unsafe Int(exactly: frame.integer(at: Layout.blockBytesOffset, as: UInt64.self))
        else { return nil }
        storeID = unsafe StoreID(EventID(at: Layout.storeIDOffset, in: frame))
        blockBytes = bytes
        blockCount = unsafe Int(frame.integer(at: Layout.blockCountOffset, as: UInt32.self))
        firstPosition = unsafe frame.integer(at: Layout.firstPositionOffset)
        previousChecksum = unsafe frame.integer(at: Layout.previousChecksumOffset)
        guard blockCount > 0, (1...LogFormat.maxPosition).contains(firstPosition),
            blockBytes <= JournalLayout.blockBytes(inPages: frame.count / JournalLayout.pageBytes)
        else { return nil }
    }

    /// Writes everything but the checksum.
    ///
    /// - Parameter frame: All pages of the frame.
    func store(in frame: UnsafeMutableRawBufferPointer) {
        typealias Layout = JournalLayout.Frame
        unsafe frame.store(Layout.magic, at: Layout.magicOffset)
        unsafe frame.store(JournalLayout.version, at: Layout.formatOffset)
        unsafe frame.store(UInt16(0), at: Layout.reservedOffset)
        unsafe storeID.uuid.store(at: Layout.storeIDOffset, in: frame)
        unsafe frame.store(UInt64(blockBytes), at: Layout.blockBytesOffset)
        unsafe frame.store(UInt32(blockCount), at: Layout.blockCountOffset)
        unsafe frame.store(UInt32(0), at: Layout.secondReservedOffset)
        unsafe frame.store(firstPosition, at: Layout.firstPositionOffset)
        unsafe frame.store(previousChecksum, at: Layout.previousChecksumOffset)
    }

    /// The checksum of a frame: of the bytes after the checksum, seeded with that of the bytes before it.
    ///
    /// - Parameter frame: All pages of the frame.
    /// - Returns: The checksum.
    static func checksum(of frame: UnsafeRawBufferPointer) -> UInt64 {
        typealias Layout = JournalLayout.Frame
        return unsafe Checksum.of(
            frame.part(from: Layout.blocksOffset, to: frame.count),
            seed: Checksum.of(frame.part(from: 0, to: Layout.checksumOffset)))
    }
}
