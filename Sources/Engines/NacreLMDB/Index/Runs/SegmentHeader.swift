import Nacre

/// The header of a segment, and the offsets of its columns.
struct SegmentHeader {
    var rank: UInt64
    var next: Posting
    /// The lowest position, to which the others are relative.
    var leastPosition: Position
    var count: Int
    var hashCount: Int
    /// The width of a hash in bytes, as the difference to the first one.
    var hashWidth: Int
    /// The width of a position in bytes, as the difference to the lowest one.
    var positionWidth: Int
}

extension SegmentHeader {
    /// The offset of the column with the index of each hash's first posting.
    var startsOffset: Int { IndexFormat.segmentHeaderBytes + hashCount * hashWidth }

    /// The offset of the positions.
    var positionsOffset: Int { startsOffset + (hashCount == count ? 0 : hashCount * IndexFormat.startBytes) }

    /// The size of the whole segment, in bytes.
    var byteCount: Int { positionsOffset + count * positionWidth }

    /// Decodes the header of a segment; `nil` if it does not fit the segment's size, or its rank is impossible.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > IndexFormat.segmentHeaderBytes else { return nil }
        rank = bytes.integer(at: 8)
        next = Posting(hash: bytes.integer(at: 16), position: bytes.integer(at: 24))
        leastPosition = bytes.integer(at: 32)
        count = Int(bytes.integer(at: 40, as: UInt16.self))
        hashCount = Int(bytes.integer(at: 42, as: UInt16.self))
        hashWidth = Int(bytes[44])
        positionWidth = Int(bytes[45])
        guard (1...8).contains(hashWidth), (1...8).contains(positionWidth), hashCount > 0, hashCount <= count,
            byteCount == bytes.count, rank <= IndexFormat.greatestPostings
        else { return nil }
    }

    /// Encodes the header without the checksum, which precedes it.
    func store(in bytes: UnsafeMutableRawBufferPointer) {
        bytes.store(rank, at: 8)
        bytes.store(next.hash, at: 16)
        bytes.store(next.position, at: 24)
        bytes.store(leastPosition, at: 32)
        bytes.store(UInt16(count), at: 40)
        bytes.store(UInt16(hashCount), at: 42)
        bytes.store(UInt8(hashWidth), at: 44)
        bytes.store(UInt8(positionWidth), at: 45)
        bytes.store(UInt16(0), at: 46)
    }
}
