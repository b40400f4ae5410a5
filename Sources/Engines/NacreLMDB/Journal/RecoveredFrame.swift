import Nacre

/// A frame that was read from the journal and verified.
struct RecoveredFrame: Sendable {
    /// The consecutive number of the frame.
    let number: UInt64
    /// Where it lies in the file.
    let range: Range<Int>
    /// The blocks, one after the other, as LMDB will hold them.
    let bytes: [UInt8]
    /// Where each block lies in ``bytes``.
    let blocks: [Range<Int>]
    /// The end of the log that the first block continues.
    let before: Block.End
    /// The end of the last block.
    let end: Block.End

    /// Verifies and decodes a frame.
    ///
    /// - Parameters:
    ///   - pages: All pages of the frame.
    ///   - offset: Where it lies in the file.
    ///   - control: The control page of its journal.
    ///   - number: The number that it must have.
    /// - Throws: The defect.
    init(
        _ pages: UnsafeRawBufferPointer, at offset: Int, control: JournalControl, number: UInt64
    ) throws(FrameDefect) {
        let count = pages.count / JournalLayout.pageBytes
        for index in 0..<count {
            let start = index * JournalLayout.pageBytes
            let expected = PageMark(
                nonce: control.nonce, number: number, index: UInt32(index), pageCount: UInt32(count))
            guard unsafe PageMark(pages.part(from: start, to: pages.count), nonce: control.nonce) == expected else {
                throw FrameDefect("lacks page \(index + 1) of its \(count) pages")
            }
        }
        guard unsafe pages.integer(at: JournalLayout.Frame.checksumOffset) == FrameHeader.checksum(of: pages) else {
            throw FrameDefect("does not match its checksum")
        }
        // From here on the frame is as it was written, so a defect is no sign of an interrupted write.
        guard let header = unsafe FrameHeader(pages), header.storeID == control.storeID else {
            throw FrameDefect("has an invalid header", isWhole: true)
        }
        self.number = number
        range = offset..<(offset + pages.count)
        bytes = unsafe Self.payload(of: pages, count: header.blockBytes)
        before = Block.End(position: header.firstPosition &- 1, checksum: header.previousChecksum)
        (blocks, end) = try Self.blocks(in: bytes, count: header.blockCount, continuing: before)
    }

    /// The bytes of the blocks, without the marks of the pages.
    ///
    /// The count fits the pages, as ``FrameHeader`` has verified.
    private static func payload(of pages: UnsafeRawBufferPointer, count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
            let target = UnsafeMutableRawBufferPointer(target)
            var place = JournalLayout.Frame.blocksOffset
            while initialized < count {
                let room = JournalLayout.pageBytes - place % JournalLayout.pageBytes
                let part = min(room, count - initialized)
                unsafe target.copy(pages.part(from: place, to: place + part), at: initialized)
                initialized += part
                place += room + JournalLayout.Mark.byteCount
            }
        }
    }

    /// Finds the blocks, and checks that each continues the one before it.
    private static func blocks(
        in bytes: [UInt8], count: Int, continuing before: Block.End
    ) throws(FrameDefect) -> ([Range<Int>], Block.End) {
        var ranges: [Range<Int>] = []
        var end = before
        var start = 0
        while start < bytes.count {
            let next: (end: Block.End, byteCount: Int)? = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe bytes.part(from: start, to: bytes.count)
                guard rest.count >= BlockLayout.headerBytes else { return nil }
                let size = unsafe Int(rest.integer(at: BlockLayout.byteCountOffset, as: UInt32.self))
                guard size >= BlockLayout.headerBytes, size <= rest.count,
                    let block = try? unsafe Block(rest.part(from: 0, to: size), at: end.position + 1),
                    (try? block.checkContinues(end)) != nil
                else { return nil }
                return (block.end, size)
            }
            guard let next else {
                throw FrameDefect("has an invalid block, number \(ranges.count + 1) of \(count)", isWhole: true)
            }
            ranges.append(start..<(start + next.byteCount))
            start += next.byteCount
            end = next.end
        }
        guard ranges.count == count else {
            throw FrameDefect("has \(ranges.count) blocks instead of \(count)", isWhole: true)
        }
        return (ranges, end)
    }
}

/// Why bytes of the journal are not accepted as a frame.
struct FrameDefect: Error {
    /// The defect, as the rest of a sentence about the frame.
    let what: String
    /// Whether the frame is as it was written, so that an interrupted write does not explain the defect.
    let isWhole: Bool

    init(_ what: String, isWhole: Bool = false) {
        self.what = what
        self.isWhole = isWhole
    }
}
