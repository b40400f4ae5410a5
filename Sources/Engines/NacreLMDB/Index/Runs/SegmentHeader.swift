import Nacre

/// The header of a segment, and the offsets of its columns.
struct SegmentHeader {
    var rank: UInt64
    var next: Posting
    /// The lowest position, to which the other positions are relative.
    var minPosition: Position
    var count: Int
    var hashCount: Int
    /// The width of a hash in bytes, as the difference from the first one.
    var hashWidth: Int
    /// The width of a position in bytes, as the difference from the lowest one.
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
        rank = unsafe bytes.integer(at: SegmentLayout.rankOffset)
        next = unsafe Posting(
            hash: bytes.integer(at: SegmentLayout.nextHashOffset),
            position: bytes.integer(at: SegmentLayout.nextPositionOffset))
        minPosition = unsafe bytes.integer(at: SegmentLayout.minPositionOffset)
        count = unsafe Int(bytes.integer(at: SegmentLayout.countOffset, as: UInt16.self))
        hashCount = unsafe Int(bytes.integer(at: SegmentLayout.hashCountOffset, as: UInt16.self))
        hashWidth = unsafe Int(bytes[SegmentLayout.hashWidthOffset])
        positionWidth = unsafe Int(bytes[SegmentLayout.positionWidthOffset])
        guard (1...8).contains(hashWidth), (1...8).contains(positionWidth), hashCount > 0, hashCount <= count,
            byteCount == bytes.count, rank <= IndexFormat.maxPostings
        else { return nil }
    }

    /// Encodes the header without the checksum, which precedes it.
    func store(in bytes: UnsafeMutableRawBufferPointer) {
        unsafe bytes.store(rank, at: SegmentLayout.rankOffset)
        unsafe bytes.store(next.hash, at: SegmentLayout.nextHashOffset)
        unsafe bytes.store(next.position, at: SegmentLayout.nextPositionOffset)
        unsafe bytes.store(minPosition, at: SegmentLayout.minPositionOffset)
        unsafe bytes.store(UInt16(count), at: SegmentLayout.countOffset)
        unsafe bytes.store(UInt16(hashCount), at: SegmentLayout.hashCountOffset)
        unsafe bytes.store(UInt8(hashWidth), at: SegmentLayout.hashWidthOffset)
        unsafe bytes.store(UInt8(positionWidth), at: SegmentLayout.positionWidthOffset)
        unsafe bytes.store(UInt16(0), at: SegmentLayout.reservedOffset)
    }
}
