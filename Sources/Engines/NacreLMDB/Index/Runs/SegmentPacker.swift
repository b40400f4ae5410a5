import Nacre

/// Collects postings in order until a page is full, and encodes them as a segment.
///
/// The fewer hashes there are, and the closer they and the positions are, the more postings fit. Postings are added a
/// hash at a time; apart from copying positions, the cost hardly depends on their number.
///
/// `@safe` is right because the memory is its own, is freed only in `deinit`, and accesses stay below the counts.
@safe
struct SegmentPacker: ~Copyable {
    // IDX-03: A segment is packed by columns in whole bytes.

    private let byteLimit: Int
    private let countLimit: Int
    // Allocated here and freed in `deinit`; no pointer escapes. Only `append` writes, below the limit on the count, and
    // reads stay below the counts.
    private let hashes: UnsafeMutablePointer<UInt64>
    private let starts: UnsafeMutablePointer<UInt16>
    private let positions: UnsafeMutablePointer<Position>
    private var minPosition = Position.max
    private var maxPosition: Position = 0
    private var firstHash: UInt64 = 0
    private var lastHash: UInt64 = 0
    private var lastPosition: Position = 0
    private var hashCount = 0
    /// The number of postings.
    private(set) var count = 0

    /// Creates an empty packer.
    ///
    /// - Parameters:
    ///   - bytes: The maximum size of a segment.
    ///   - postings: The maximum number of postings in a segment; `nil` for as many as fit.
    init(bytes: Int, postings: Int?) {
        byteLimit = bytes
        // A posting takes at least one byte, and an index of a posting at most two.
        countLimit = max(1, min(postings ?? bytes, bytes, Int(UInt16.max)))
        unsafe hashes = .allocate(capacity: countLimit)
        unsafe starts = .allocate(capacity: countLimit)
        unsafe positions = .allocate(capacity: countLimit)
    }

    deinit {
        unsafe hashes.deallocate()
        unsafe starts.deallocate()
        unsafe positions.deallocate()
    }

    /// The first posting; valid only if there is one.
    var first: Posting { unsafe Posting(hash: firstHash, position: positions[0]) }

    /// The last posting; valid only if there is one.
    var last: Posting { Posting(hash: lastHash, position: lastPosition) }

    /// The number of postings with the last one's hash.
    var trailing: Int { unsafe count - Int(starts[hashCount - 1]) }

    /// Whether all postings have the same hash.
    var hasOneHash: Bool { hashCount == 1 }

    /// Adds as many postings of one hash as fit, from the first on.
    ///
    /// - Parameters:
    ///   - hash: Their hash, not less than the previous one.
    ///   - source: The source of their positions.
    ///   - indices: The indices of the positions; not empty.
    /// - Returns: The number of postings added; `nil` if they are not in order after the previous ones.
    @inline(__always)
    mutating func append<Source: PositionSource>(
        _ hash: UInt64, _ source: Source, _ indices: Range<Int>
    ) -> Int? {
        let first = source.position(at: indices.lowerBound)
        var hashesAfter = hashCount
        if count == 0 {
            hashesAfter = 1
            firstHash = hash
        } else if hash != lastHash {
            guard hash > lastHash else { return nil }
            hashesAfter += 1
        } else {
            guard first > lastPosition else { return nil }
        }
        let room =
            byteLimit &- SegmentLayout.headerBytes
            &- hashesAfter &* PackedColumn.width(of: hash &- firstHash)
        let least = min(minPosition, first)
        var taken = min(indices.count, countLimit &- count)
        var last = taken == 1 ? first : source.position(at: indices.lowerBound &+ max(taken, 1) &- 1)
        if !fits(taken, hashesAfter, max(maxPosition, last) &- least, room) {
            // Fewer postings take less space: find the greatest number that fits by bisection.
            var tooMany = taken
            taken = 0
            while tooMany - taken > 1 {
                let middle = (taken + tooMany) / 2
                let position = source.position(at: indices.lowerBound + middle - 1)
                if fits(middle, hashesAfter, max(maxPosition, position) &- least, room) {
                    taken = middle
                    last = position
                } else {
                    tooMany = middle
                }
            }
        }
        guard taken > 0 else { return 0 }

        if hashesAfter != hashCount {
            unsafe hashes[hashCount] = hash
            unsafe starts[hashCount] = UInt16(truncatingIfNeeded: count)
            hashCount = hashesAfter
            lastHash = hash
        }
        unsafe positions[count] = first
        var previous = first
        var ascends = true
        var offset = 1
        while offset < taken {
            let position = source.position(at: indices.lowerBound &+ offset)
            unsafe positions[count &+ offset] = position
            ascends = ascends && position > previous
            previous = position
            offset &+= 1
        }
        count &+= taken
        minPosition = least
        maxPosition = max(maxPosition, last)
        lastPosition = last
        return ascends ? taken : nil
    }

    @inline(__always)
    private func fits(_ more: Int, _ hashCount: Int, _ range: UInt64, _ room: Int) -> Bool {
        let countAfter = count &+ more
        let starts = countAfter == hashCount ? 0 : hashCount &* SegmentLayout.startBytes
        return starts &+ countAfter &* PackedColumn.width(of: range) <= room
    }

    /// The header of the segment.
    func header(next: Posting, rank: UInt64) -> SegmentHeader {
        SegmentHeader(
            rank: rank, next: next, minPosition: minPosition, count: count, hashCount: hashCount,
            hashWidth: PackedColumn.width(of: lastHash - firstHash),
            positionWidth: PackedColumn.width(of: maxPosition - minPosition))
    }

    /// Encodes the segment into space of exactly the size that its header states.
    func write(_ header: SegmentHeader, key: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) {
        guard let address = room.baseAddress else { return }
        // From the last column to the first, because a column overwrites bytes before it.
        unsafe PackedColumn.write(
            UnsafeBufferPointer(start: positions, count: count), base: minPosition, width: header.positionWidth,
            at: header.positionsOffset, in: address)
        if hashCount < count {
            for group in 0..<hashCount {
                unsafe room.store(starts[group], at: header.startsOffset + SegmentLayout.startBytes * group)
            }
        }
        unsafe PackedColumn.write(
            UnsafeBufferPointer(start: hashes, count: hashCount), base: firstHash, width: header.hashWidth,
            at: SegmentLayout.headerBytes, in: address)
        unsafe header.store(in: room)
        unsafe room.store(
            Segment.checksum(of: UnsafeRawBufferPointer(room), key: key), at: SegmentLayout.checksumOffset)
    }

    /// Removes all postings.
    mutating func removeAll() {
        count = 0
        hashCount = 0
        minPosition = .max
        maxPosition = 0
    }
}

/// A source of positions of one hash, in ascending order.
protocol PositionSource {
    /// The position at an index.
    func position(at index: Int) -> Position
}

extension PackedColumn: PositionSource {
    @inline(__always)
    func position(at index: Int) -> Position { self[index] }
}

extension UnsafeBufferPointer: PositionSource where Element == Posting {
    @inline(__always)
    func position(at index: Int) -> Position { unsafe self[index].position }
}
