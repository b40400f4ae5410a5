import Nacre

/// The header of a segment, and the offsets of its columns.
struct SegmentHeader {
    var rank: UInt64
    var next: Posting
    /// The lowest position, to which the others are relative.
    var minPosition: Position
    var count: Int
    var hashCount: Int
    /// The width of a hash in bytes, as the difference to the first one.
    var hashWidth: Int
    /// The width of a position in bytes, as the difference to the lowest one.
    var positionWidth: Int
}

extension SegmentHeader {
    /// The offset of the column with the index of each hash's first posting.
    var startsOffset: Int { SegmentLayout.headerBytes + hashCount * hashWidth }

    /// The offset of the positions.
    var positionsOffset: Int { startsOffset + (hashCount == count ? 0 : hashCount * SegmentLayout.startBytes) }

    /// The size of the whole segment, in bytes.
    var byteCount: Int { positionsOffset + count * positionWidth }

    /// Decodes the header of a segment; `nil` if it does not fit the segment's size, or its rank is impossible.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > SegmentLayout.headerBytes else { return nil }
        rank = bytes.integer(at: SegmentLayout.rankOffset)
        next = Posting(
            hash: bytes.integer(at: SegmentLayout.nextHashOffset),
            position: bytes.integer(at: SegmentLayout.nextPositionOffset))
        minPosition = bytes.integer(at: SegmentLayout.minPositionOffset)
        count = Int(bytes.integer(at: SegmentLayout.countOffset, as: UInt16.self))
        hashCount = Int(bytes.integer(at: SegmentLayout.hashCountOffset, as: UInt16.self))
        hashWidth = Int(bytes[SegmentLayout.hashWidthOffset])
        positionWidth = Int(bytes[SegmentLayout.positionWidthOffset])
        guard (1...8).contains(hashWidth), (1...8).contains(positionWidth), hashCount > 0, hashCount <= count,
            byteCount == bytes.count, rank <= IndexFormat.maxPostings
        else { return nil }
    }

    /// Encodes the header without the checksum, which precedes it.
    func store(in bytes: UnsafeMutableRawBufferPointer) {
        bytes.store(rank, at: SegmentLayout.rankOffset)
        bytes.store(next.hash, at: SegmentLayout.nextHashOffset)
        bytes.store(next.position, at: SegmentLayout.nextPositionOffset)
        bytes.store(minPosition, at: SegmentLayout.minPositionOffset)
        bytes.store(UInt16(count), at: SegmentLayout.countOffset)
        bytes.store(UInt16(hashCount), at: SegmentLayout.hashCountOffset)
        bytes.store(UInt8(hashWidth), at: SegmentLayout.hashWidthOffset)
        bytes.store(UInt8(positionWidth), at: SegmentLayout.positionWidthOffset)
        bytes.store(UInt16(0), at: SegmentLayout.reservedOffset)
    }
}
