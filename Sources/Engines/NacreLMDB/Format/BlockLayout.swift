/// The layout of a block; offsets and sizes in bytes.
///
/// `Docs/FileFormat.md` describes the fields. Header, table and names are read and written under these names.
enum BlockLayout {
    // MARK: The header

    static let magicOffset = 0
    static let formatOffset = 4
    static let codecOffset = 5
    static let reservedOffset = 6
    /// The number of events, in 32 bits.
    static let countOffset = 8
    /// The size of the whole block, in 32 bits.
    static let byteCountOffset = 12
    static let firstPositionOffset = 16
    static let recordedAtOffset = 24
    static let previousChecksumOffset = 32
    /// The number of stream names, in 32 bits.
    static let streamCountOffset = 40
    /// The number of type names, in 32 bits.
    static let typeCountOffset = 44
    static let numberOffset = 48
    /// The block's checksum: the last field, so that it covers all fields before it.
    static let checksumOffset = 56
    static let headerBytes = 64

    // MARK: The table

    /// The checksum of a record.
    static let recordChecksumBytes = 8
    /// The offset of a record.
    static let recordOffsetBytes = 4
    /// The offset of a name.
    static let nameOffsetBytes = 4
    /// All entries of an event: its record's checksum and offset.
    static let tableBytesPerEvent = 12
}
