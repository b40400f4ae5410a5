/// The layout of the commit journal; offsets and sizes in bytes.
///
/// The file begins with two copies of the control page. The ring of frames fills the rest. All integers are
/// little-endian; the store's id has the byte order of RFC 9562.
enum JournalLayout {
    /// The format version that this program writes.
    static let version: UInt16 = 1

    /// The unit of all reads and writes, to which `O_DIRECT` aligns offsets, sizes and memory.
    static let pageBytes = 4096

    /// The size of a journal, including its control pages.
    static let fileBytes = 64 << 20

    /// The highest number of a frame or of a write of the control page: those after it can be counted, too.
    static let maxNumber: UInt64 = 1 << 62

    /// The control page is stored twice, so that one copy survives a torn write.
    static let controlCopies = 2

    /// Where the ring begins, directly after the control pages.
    static let ringOffset = controlCopies * pageBytes

    /// The control page.
    enum Control {
        static let magic: UInt32 = 0x4A52_434E  // "NCRJ"

        static let magicOffset = 0
        static let formatOffset = 4
        static let storeIDOffset = 8
        /// How often the control page was written, in 64 bits; of two valid copies the higher one counts.
        static let writeCountOffset = 24
        static let nonceOffset = 32
        /// The size of the file, in 64 bits.
        static let fileBytesOffset = 40
        /// The file offset at which walking begins, in 64 bits.
        static let startOffset = 48
        /// The consecutive number of the frame that begins there, written or not.
        static let numberOffset = 56
        /// The position of the last event before that frame.
        static let positionOffset = 64
        /// The checksum of the block that ends at that position.
        static let blockChecksumOffset = 72
        /// The first byte of zeros up to the checksum.
        static let reservedOffset = 80
        /// The checksum of all bytes before it: the last field of the page, so that it covers the whole page.
        static let checksumOffset = pageBytes - 8
    }

    // FMT-13: Every page of the journal carries a mark with a checksum.
    /// The mark at the beginning of each page of a frame.
    ///
    /// No payload is stored there, so no payload can imitate a page of a frame.
    enum Mark {
        static let nonceOffset = 0
        /// The consecutive number of the frame.
        static let numberOffset = 8
        /// The page's index in the frame, in 32 bits.
        static let indexOffset = 16
        /// The number of pages of the frame, in 32 bits.
        static let pageCountOffset = 20
        /// The checksum of the fields before it.
        static let checksumOffset = 24
        static let byteCount = 32
    }

    /// The header of a frame, after the mark of its first page.
    enum Frame {
        static let magic: UInt32 = 0x4652_434E  // "NCRF"

        static let magicOffset = 32
        static let formatOffset = 36
        static let reservedOffset = 38
        static let storeIDOffset = 40
        /// The size of all blocks together, in 64 bits.
        static let blockBytesOffset = 56
        /// The number of blocks, in 32 bits.
        static let blockCountOffset = 64
        static let secondReservedOffset = 68
        static let firstPositionOffset = 72
        /// The checksum of the block before the first one.
        static let previousChecksumOffset = 80
        /// The frame's checksum: of all bytes after it, padding included, seeded with that of the bytes before it.
        static let checksumOffset = 88
        /// Where the blocks begin.
        static let blocksOffset = 96
    }

    /// The bytes of blocks in the first page of a frame, and in each later one.
    static let firstPagePayload = pageBytes - Frame.blocksOffset
    static let pagePayload = pageBytes - Mark.byteCount

    /// The number of pages of a frame with a number of bytes of blocks.
    static func pageCount(forBlockBytes count: Int) -> Int {
        count <= firstPagePayload ? 1 : 1 + (count - firstPagePayload + pagePayload - 1) / pagePayload
    }

    /// The most bytes of blocks in a frame of a number of pages.
    static func blockBytes(inPages count: Int) -> Int { firstPagePayload + (count - 1) * pagePayload }
}
