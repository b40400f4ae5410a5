import Nacre

/// A frame under construction: the blocks of one group, laid out in marked pages for one write.
///
/// It is reused from group to group and grows as needed, so a frame allocates nothing once the buffer is large enough.
///
/// `@safe` is right because copies stay inside the pages that are reserved before them.
@safe
struct FrameBuffer: ~Copyable {
    private var buffer: AlignedBuffer
    private(set) var blockCount = 0
    /// The size of all blocks together.
    private(set) var blockBytes = 0
    /// The offset in the buffer after the last block.
    private var place = JournalLayout.Frame.blocksOffset
    /// The end of the log that the first block continues.
    private(set) var before = Block.End(position: 0, checksum: 0)
    /// The end of the last block.
    private(set) var end = Block.End(position: 0, checksum: 0)

    /// Creates an empty frame.
    ///
    /// - Parameter pageCount: How many pages it holds without growing.
    init(pageCount: Int = 16) {
        buffer = AlignedBuffer(pageCount: pageCount)
    }

    var isEmpty: Bool { blockCount == 0 }

    /// The number of pages that the frame takes in the ring.
    var pageCount: Int { JournalLayout.pageCount(forBlockBytes: blockBytes) }

    /// Removes all blocks.
    mutating func removeAll() {
        blockCount = 0
        blockBytes = 0
        place = JournalLayout.Frame.blocksOffset
    }

    /// Adds a block, which must continue the one added before it.
    ///
    /// - Parameter block: The block as LMDB will hold it, complete with its checksum.
    mutating func append(_ block: UnsafeRawBufferPointer) {
        precondition(block.count >= BlockLayout.headerBytes, "a block has a header")
        let first: Position = unsafe block.integer(at: BlockLayout.firstPositionOffset)
        let previous: UInt64 = unsafe block.integer(at: BlockLayout.previousChecksumOffset)
        if isEmpty {
            before = Block.End(position: first - 1, checksum: previous)
        } else {
            assert(first == end.position + 1 && previous == end.checksum, "a block continues the one before it")
        }
        let events = unsafe UInt64(block.integer(at: BlockLayout.countOffset, as: UInt32.self))
        end = unsafe Block.End(
            position: first + events - 1, checksum: block.integer(at: BlockLayout.checksumOffset))
        blockCount += 1
        blockBytes += block.count
        buffer.reserve(pageCount)
        unsafe copy(block)
    }

    /// Completes the frame: writes marks, header, padding and checksum.
    ///
    /// - Returns: The pages, valid until the next change of the buffer.
    mutating func seal(storeID: StoreID, nonce: UInt64, number: UInt64) -> UnsafeRawBufferPointer {
        precondition(!isEmpty, "a frame has a block")
        let count = pageCount
        let pages = unsafe buffer.pages(count)
        // The buffer holds bytes of earlier frames.
        unsafe UnsafeMutableRawBufferPointer(rebasing: pages[place...]).initializeMemory(as: UInt8.self, repeating: 0)
        for index in 0..<count {
            let mark = PageMark(nonce: nonce, number: number, index: UInt32(index), pageCount: UInt32(count))
            unsafe mark.store(in: UnsafeMutableRawBufferPointer(rebasing: pages[(index * JournalLayout.pageBytes)...]))
        }
        let header = FrameHeader(
            storeID: storeID, blockBytes: blockBytes, blockCount: blockCount, firstPosition: before.position + 1,
            previousChecksum: before.checksum)
        unsafe header.store(in: pages)
        let frame = UnsafeRawBufferPointer(pages)
        unsafe pages.store(FrameHeader.checksum(of: frame), at: JournalLayout.Frame.checksumOffset)
        return unsafe frame
    }

    /// Copies bytes behind the last block, around the marks of the pages.
    private mutating func copy(_ block: UnsafeRawBufferPointer) {
        var source = 0
        while source < block.count {
            if place % JournalLayout.pageBytes == 0 { place += JournalLayout.Mark.byteCount }
            let room = JournalLayout.pageBytes - place % JournalLayout.pageBytes
            let count = min(room, block.count - source)
            unsafe buffer.bytes.copy(block.part(from: source, to: source + count), at: place)
            place += count
            source += count
        }
    }
}
