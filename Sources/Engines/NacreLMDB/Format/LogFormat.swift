import Nacre

/// The constants of the log's file format.
///
/// ``StoreHeader/Layout``, ``BlockLayout`` and ``RecordLayout`` name the places of the fields; `Docs/FileFormat.md`
/// describes every byte.
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

    /// The target size of a block, including LMDB's page header.
    static let blockBytes = 64 << 10

    /// The size of LMDB's header on the first overflow page of a value.
    static let pageHeaderBytes = 16

    /// The maximum size of a block with more than one event.
    static func maxBlockBytes(pageSize: Int) -> Int {
        max(blockBytes, pageSize) - pageHeaderBytes
    }
}
