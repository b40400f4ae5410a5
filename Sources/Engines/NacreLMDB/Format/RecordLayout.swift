/// The layout of a record; offsets and sizes in bytes.
///
/// `Docs/FileFormat.md` describes the fields. Callers encode a record, the writer fills in what only it knows, and
/// readers decode it, all under these names.
enum RecordLayout {
    static let flagsOffset = 0
    /// The number of tags, in 8 bits.
    static let tagCountOffset = 1
    /// The index of the stream's name in the block, in 16 bits.
    static let streamOffset = 2
    /// The index of the type's name in the block, in 16 bits.
    static let typeOffset = 4
    /// The schema number, in 16 bits.
    static let schemaOffset = 6
    static let versionOffset = 8
    static let timeOffset = 16
    static let idOffset = 24
    /// The fields that every record has.
    ///
    /// The length of the metadata, the tags, the metadata and the data follow.
    static let headBytes = 40
    /// The length of the metadata, if the flags say that there are any.
    static let metadataLengthBytes = 4
    /// The length of a tag, which precedes it.
    static let tagLengthBytes = 1
}

/// The flags in the first byte of a record.
enum RecordFlags {
    static let lastOfCommit: UInt8 = 0b01
    static let hasMetadata: UInt8 = 0b10
    /// The upper half of the byte is the number of decimals of the event's time.
    static let decimalsShift: UInt8 = 4
}
