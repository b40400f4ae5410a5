import LMDB
import Nacre

/// A page of a run's postings over mapped bytes, verified.
///
/// A segment says where the next one begins, under its own checksum: one that was found for a posting proves by
/// itself that the posting stands in it or nowhere in the run, whatever happened to the tree of keys. Valid only inside
/// the transaction that the bytes come from.
struct Segment {
    /// The first posting.
    let first: Posting
    /// The first posting of the run's next segment; `Posting.end` in the last one.
    let next: Posting
    /// How many postings of the first one's hash the run has before this segment.
    let rank: UInt64
    let count: Int
    private let bytes: UnsafeRawBufferPointer

    /// Verifies an entry.
    ///
    /// - Throws: ``UnusableIndex`` where it is not a segment of the run, or not as it was written.
    init(_ entry: Cursor.Entry, of run: UInt64) throws(UnusableIndex) {
        guard let key = SegmentKey.parse(entry.key), key.run == run else {
            throw UnusableIndex("a segment of run \(run) is missing")
        }
        bytes = entry.value
        guard let count = Self.count(inBytes: bytes.count),
            bytes.integer(at: 0, as: UInt64.self) == Self.checksum(of: bytes, key: entry.key),
            Int(bytes.integer(at: 8, as: UInt32.self)) == count
        else {
            throw UnusableIndex("a segment of run \(run) does not have the checksum that it says")
        }
        self.count = count
        first = key.first
        rank = bytes.integer(at: 16)
        next = Posting(hash: bytes.integer(at: 24), position: bytes.integer(at: 32))
        guard self[0] == first, first < next else {
            throw UnusableIndex("a segment of run \(run) does not begin with the posting that its key names")
        }
    }

    var isLast: Bool { next == .end }

    subscript(index: Int) -> Posting { Posting(hash: hash(at: index), position: position(at: index)) }

    @inline(__always)
    func hash(at index: Int) -> UInt64 {
        bytes.integer(at: IndexFormat.segmentHeaderBytes + 8 * index)
    }

    @inline(__always)
    func position(at index: Int) -> Position {
        bytes.integer(at: IndexFormat.segmentHeaderBytes + 8 * (count + index))
    }

    /// The index of the first posting that is not less than the given one; the count where all are less.
    func firstIndex(atLeast posting: Posting) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < posting { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The index of the first posting that is greater than the given one; the count where none is.
    func firstIndex(beyond posting: Posting) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if posting < self[middle] { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Segment {
    /// How many postings a value of this size holds; `nil` where no segment has it.
    static func count(inBytes size: Int) -> Int? {
        let content = size - IndexFormat.segmentHeaderBytes
        guard content > 0, content.isMultiple(of: IndexFormat.postingBytes) else { return nil }
        return content / IndexFormat.postingBytes
    }

    /// Bytes of a segment with this many postings.
    static func byteCount(of count: Int) -> Int {
        IndexFormat.segmentHeaderBytes + IndexFormat.postingBytes * count
    }

    /// Fills the room for a segment.
    static func write(
        _ postings: Slice<UnsafeBufferPointer<Posting>>, next: Posting, rank: UInt64, key: UnsafeRawBufferPointer,
        into room: UnsafeMutableRawBufferPointer
    ) {
        let count = postings.count
        room.store(UInt32(count), at: 8)
        room.store(UInt32(0), at: 12)
        room.store(rank, at: 16)
        room.store(next.hash, at: 24)
        room.store(next.position, at: 32)
        var offset = IndexFormat.segmentHeaderBytes
        for posting in postings {
            room.store(posting.hash, at: offset)
            room.store(posting.position, at: offset + 8 * count)
            offset += 8
        }
        room.store(checksum(of: UnsafeRawBufferPointer(room), key: key), at: 0)
    }

    /// The checksum of all but the checksum itself, begun with that of the key: right bytes in a wrong place are wrong.
    private static func checksum(of bytes: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer) -> UInt64 {
        Checksum.of(bytes.part(from: 8, to: bytes.count), seed: Checksum.of(key))
    }
}
