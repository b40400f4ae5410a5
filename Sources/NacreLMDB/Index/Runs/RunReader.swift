import LMDB
import Nacre

/// Goes through the postings of a run in order.
///
/// Several take turns with one cursor, for each finds its next segment by key. Valid only inside the transaction of the
/// cursor, and while that changes nothing.
struct RunReader {
    let run: IndexRun
    /// The posting that it stands at; `Posting.end` behind the last one.
    private(set) var current: Posting
    private var segment: Segment
    private var index: Int

    /// Stands at the first posting beyond a given one; at the first of all where none is given.
    init(_ run: IndexRun, after posting: Posting?, _ cursor: inout Cursor) throws {
        self.run = run
        current = .end
        if let posting, let found = try cursor.segment(of: run, atMost: posting) {
            segment = found
            index = found.firstIndex(beyond: posting)
        } else {
            segment = try cursor.segment(of: run, beginningWith: run.first)
            index = 0
        }
        try settle(&cursor)
    }

    /// Goes to the next posting.
    @inline(__always)
    mutating func advance(_ cursor: inout Cursor) throws {
        index += 1
        if index < segment.count {
            current = segment[index]
        } else {
            try settle(&cursor)
        }
    }

    /// Goes to the next posting of another hash.
    mutating func skipHash(_ cursor: inout Cursor) throws {
        let last = Posting(hash: current.hash, position: .max)
        if segment.next.hash == last.hash, !segment.isLast, let found = try cursor.segment(of: run, atMost: last) {
            segment = found
        }
        index = segment.firstIndex(beyond: last)
        try settle(&cursor)
    }

    private mutating func settle(_ cursor: inout Cursor) throws {
        if index == segment.count, !segment.isLast {
            segment = try cursor.segment(of: run, beginningWith: segment.next)
            index = 0
        }
        current = index < segment.count ? segment[index] : .end
    }
}
