import Nacre

/// The figures of the log's file format; `Docs/FileFormat.md` describes every byte.
enum LogFormat {
    /// The format that this program writes.
    ///
    /// It reads this one and refuses higher ones.
    static let version: UInt16 = 1

    /// Beyond what any log can hold: an event takes more than 52 bytes of an address space of 2⁴⁷ at most.
    ///
    /// Whatever is read says no greater number, so that what is counted with it, times what one call may ask for, stays
    /// inside 64 bits.
    static let greatestPosition: Position = 1 << 50

    /// The key of the store's header: position 0 is before everything.
    static let storeHeaderKey: Position = 0

    /// Bytes of a block's header.
    static let blockHeaderBytes = 64

    /// Bytes that an event takes in a block's table: a checksum and an offset.
    static let tableBytesPerEvent = 12

    /// Bytes that a name takes in a block's table.
    static let tableBytesPerName = 4

    /// Bytes of a record before its metadata length, tags, metadata and data.
    static let recordHeadBytes = 40

    /// The size at which a block is cut, before LMDB's page header is taken off.
    static let blockBytes = 64 << 10

    /// LMDB's header on the first page of a value that has pages of its own.
    static let pageHeaderBytes = 16

    /// The largest block that holds more than one event.
    static func largestBlock(pageSize: Int) -> Int {
        max(blockBytes, pageSize) - pageHeaderBytes
    }
}
