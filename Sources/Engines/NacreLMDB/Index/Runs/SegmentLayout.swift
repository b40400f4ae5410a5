/// The layout of a segment; offsets and sizes in bytes.
///
/// `Docs/FileFormat.md` describes the fields. The columns of hashes, starts and positions follow the header.
enum SegmentLayout {
    /// The checksum: the first field, so that it covers all bytes after it.
    static let checksumOffset = 0
    static let checksumBytes = 8
    static let rankOffset = 8
    static let nextHashOffset = 16
    static let nextPositionOffset = 24
    static let minPositionOffset = 32
    /// The number of postings, in 16 bits.
    static let countOffset = 40
    /// The number of hashes, in 16 bits.
    static let hashCountOffset = 42
    static let hashWidthOffset = 44
    static let positionWidthOffset = 45
    static let reservedOffset = 46
    static let headerBytes = 48

    /// The index at which the postings of a hash begin.
    static let startBytes = 2
}
