import LMDB
import Nacre

/// One page of a run's postings over mapped bytes, verified.
///
/// Each hash is stored once, with the index of its first posting. A segment also holds the first posting of the next
/// one, covered by its checksum. A segment found for a posting thus proves that the posting is in it or nowhere in the
/// run, even if LMDB's tree is damaged. Valid only inside the transaction that the bytes come from.
///
/// `@safe` is right because the columns were verified to lie in the bytes, and it is not kept beyond the transaction.
@safe
struct Segment {
    /// The first posting.
    let first: Posting
    /// The first posting of the run's next segment; `Posting.end` in the last one.
    let next: Posting
    /// The number of the first hash's postings in the run before this segment.
    let rank: UInt64
    /// The number of postings.
    let count: Int
    /// The number of hashes.
    let hashCount: Int
    private let hashes: PackedColumn
    /// The positions of all postings.
    let positions: PackedColumn
    /// The index of each hash's first posting; unused if every hash has one posting.
    private let starts: UnsafeRawPointer

    /// Verifies an entry.
    ///
    /// - Throws: ``UnusableIndex`` if it is not a segment of the run, or its checksum is wrong.
    init(_ entry: Cursor.Entry, of run: UInt64) throws(UnusableIndex) {
        try unsafe self.init(key: entry.key, entry.value, of: run)
    }

    /// Verifies the value of a key.
    ///
    /// - Throws: ``UnusableIndex`` if it is not a segment of the run, or its checksum is wrong.
    init(key bytesOfKey: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer, of run: UInt64) throws(UnusableIndex)
    {
        guard let key = unsafe SegmentKey.parse(bytesOfKey), key.run == run else {
            throw UnusableIndex("a segment of run \(run) is missing")
        }
        guard let address = bytes.baseAddress, let header = unsafe SegmentHeader(bytes),
            unsafe bytes.integer(at: SegmentLayout.checksumOffset, as: UInt64.self)
                == Self.checksum(of: bytes, key: bytesOfKey)
        else {
            throw UnusableIndex("the checksum of a segment of run \(run) does not match")
        }
        first = key.first
        next = header.next
        rank = header.rank
        count = header.count
        hashCount = header.hashCount
        hashes = unsafe PackedColumn(
            at: SegmentLayout.headerBytes, in: address, width: header.hashWidth, base: key.first.hash)
        unsafe starts = address + header.startsOffset
        positions = unsafe PackedColumn(
            at: header.positionsOffset, in: address, width: header.positionWidth, base: header.minPosition)
        guard hash(ofGroup: 0) == first.hash, position(at: 0) == first.position, first < next else {
            throw UnusableIndex("a segment of run \(run) does not begin with the posting that its key names")
        }
    }

    /// The checksum of the bytes after the checksum, seeded with the key's: a misplaced segment is detected too.
    static func checksum(of bytes: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer) -> UInt64 {
        unsafe Checksum.of(bytes.part(from: SegmentLayout.checksumBytes, to: bytes.count), seed: Checksum.of(key))
    }

    var isLast: Bool { next == .end }

    subscript(index: Int) -> Posting { Posting(hash: hash(at: index), position: position(at: index)) }

    /// The hash of a posting.
    ///
    /// - Complexity: O(log *n*) in the number of hashes; O(1) if there is one, or if each has one posting.
    @inline(__always)
    func hash(at index: Int) -> UInt64 {
        hash(ofGroup: hashCount == count ? index : hashCount == 1 ? 0 : group(ofPosting: index))
    }

    @inline(__always)
    func position(at index: Int) -> Position { positions[index] }

    /// The index of the first posting that is not less than the given one; the count if there is none.
    ///
    /// - Complexity: O(log *n*).
    func firstIndex(atLeast posting: Posting) -> Int {
        let group = firstGroup(atLeast: posting.hash)
        guard group < hashCount else { return count }
        let postings = self.postings(ofGroup: group)
        guard hash(ofGroup: group) == posting.hash else { return postings.lowerBound }
        return firstIndex(atLeast: posting.position, in: postings)
    }

    /// The index of the first posting that is greater than the given one; the count if there is none.
    ///
    /// - Complexity: O(log *n*).
    func firstIndex(beyond posting: Posting) -> Int {
        let group = firstGroup(atLeast: posting.hash)
        guard group < hashCount else { return count }
        let postings = self.postings(ofGroup: group)
        guard hash(ofGroup: group) == posting.hash else { return postings.lowerBound }
        guard posting.position < .max else { return postings.upperBound }
        return firstIndex(atLeast: posting.position + 1, in: postings)
    }

    private func firstIndex(atLeast position: Position, in postings: Range<Int>) -> Int {
        var low = postings.lowerBound
        var high = postings.upperBound
        while low < high {
            let middle = (low + high) / 2
            if self.position(at: middle) < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The hashes of the segment, one by one: its *groups*.
extension Segment {
    /// The hash of a group.
    @inline(__always)
    func hash(ofGroup group: Int) -> UInt64 { hashes[group] }

    /// The indices of a group's postings.
    @inline(__always)
    func postings(ofGroup group: Int) -> Range<Int> {
        if hashCount == count { return group..<(group + 1) }
        let end = group + 1 < hashCount ? start(ofGroup: group + 1) : count
        // Clamped, so that a wrong value cannot lead outside the segment.
        return min(start(ofGroup: group), end)..<end
    }

    /// The indices of a hash's postings; empty if there are none.
    ///
    /// - Complexity: O(log *n*) in the number of hashes.
    func postings(of hash: UInt64) -> Range<Int> {
        let group = firstGroup(atLeast: hash)
        guard group < hashCount, self.hash(ofGroup: group) == hash else { return 0..<0 }
        return postings(ofGroup: group)
    }

    /// The first group whose hash is not less than the given one; the number of groups if there is none.
    func firstGroup(atLeast hash: UInt64) -> Int {
        var low = 0
        var high = hashCount
        while low < high {
            let middle = (low + high) / 2
            if self.hash(ofGroup: middle) < hash { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The group that contains a posting.
    func group(ofPosting index: Int) -> Int {
        if hashCount == count { return index }
        var low = 0
        var high = hashCount - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if start(ofGroup: middle) <= index { low = middle } else { high = middle - 1 }
        }
        return low
    }

    @inline(__always)
    private func start(ofGroup group: Int) -> Int {
        let start = unsafe starts.loadUnaligned(fromByteOffset: SegmentLayout.startBytes * group, as: UInt16.self)
        return min(Int(UInt16(littleEndian: start)), count)
    }
}
