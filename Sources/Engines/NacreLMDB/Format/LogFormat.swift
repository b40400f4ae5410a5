import Nacre

/// The constants of the log's file format; `Docs/FileFormat.md` describes every byte.
enum LogFormat {
    /// The format version that this program writes.
    ///
    /// It reads this version and refuses higher ones.
    static let version: UInt16 = 1

    /// Greater than any position: an event takes more than 52 bytes of an address space of at most 2⁴⁷.
    ///
    /// No greater number is accepted from a file, so that products with the limits of a call fit 64 bits.
    static let maxPosition: Position = 1 << 50

    // FMT-02: Each LMDB file has one tree, and the store header is the value under position 0.
    /// The key of the store's header; events begin at position 1.
    static let storeHeaderKey: Position = 0

    /// The size of a block's header, in bytes.
    static let blockHeaderBytes = 64

    /// The bytes of an event in a block's table: a checksum and an offset.
    static let tableBytesPerEvent = 12

    /// The bytes of a name in a block's table.
    static let tableBytesPerName = 4

    /// The bytes of a record before its metadata length, tags, metadata and data.
    static let recordHeadBytes = 40

    /// The target size of a block, including LMDB's page header.
    static let blockBytes = 64 << 10

    /// The size of LMDB's header on the first overflow page of a value.
    static let pageHeaderBytes = 16

    /// The maximum size of a block with more than one event.
    static func largestBlock(pageSize: Int) -> Int {
        max(blockBytes, pageSize) - pageHeaderBytes
    }
}
