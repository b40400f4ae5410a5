import Nacre

/// What stands before a segment's columns, and where each of them begins.
struct SegmentHeader {
    var rank: UInt64
    var next: Posting
    /// The least position, from which the others are counted.
    var leastPosition: Position
    var count: Int
    var hashCount: Int
    /// Bytes of a hash, as the difference to the first one.
    var hashWidth: Int
    /// Bytes of a position, as the difference to the least one.
    var positionWidth: Int
}

extension SegmentHeader {
    /// Where it is said at which posting those of each hash begin.
    var startsOffset: Int { IndexFormat.segmentHeaderBytes + hashCount * hashWidth }

    /// Where the positions stand.
    var positionsOffset: Int { startsOffset + (hashCount == count ? 0 : hashCount * IndexFormat.startBytes) }

    /// Bytes of the whole segment.
    var byteCount: Int { positionsOffset + count * positionWidth }

    /// Reads the header of a segment; `nil` where the segment cannot be of this size, or its hash so many postings before it.
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

    /// Writes all of the header but the checksum before it.
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
