import LMDB
import Nacre

/// Walks through the positions of one term, those of the index and those of the tail, one by one or by leaps.
///
/// Several share one cursor of LMDB, as each finds its segments by key. It is valid inside the closure of the snapshot
/// that it was made of.
struct TermCursor {
    /// How many positions are fetched from the tail at once, but for the first time: mostly few are wanted.
    private static let tailBatch = 128

    private let kind: TermKind
    private let hash: UInt64
    private let order: WalkOrder
    private let tail: TailView
    /// The runs of all kinds, in ascending order of their positions.
    private let runs: [IndexRun]
    private let filters: RunFilters
    private let checkpoint: Position
    /// The run in which it stands, or the next to look in.
    private var run: Int
    private var segment: Segment?
    /// The term's postings in the segment, and the one of them at which it stands.
    private var postings = 0..<0
    private var index = 0
    /// Positions of the tail, in the order of the walk.
    private var fetched: [Position] = []
    private var next = 0
    private var fetchLimit = 4
    private var current: UInt64?

    init(_ kind: TermKind, hash: UInt64, _ order: WalkOrder, in snapshot: borrowing IndexSnapshot) {
        self.kind = kind
        self.hash = hash
        self.order = order
        tail = snapshot.tail
        runs = snapshot.manifest.runs
        filters = snapshot.filters
        checkpoint = snapshot.checkpoint.position
        run = order == .ascending ? 0 : snapshot.manifest.runs.count - 1
    }

    /// Goes on to the first position whose rank is not less than the given one.
    ///
    /// - Parameters:
    ///   - rank: The rank, not less than that of any call before.
    ///   - cursor: A cursor of the snapshot.
    /// - Returns: The position's rank; ``WalkOrder/endRank`` where there is none.
    /// - Throws: ``UnusableIndex``.
    /// - Complexity: Going to a neighbour is O(1); a leap is a search in the tree of keys and in a segment for each run
    ///   that it passes.
    mutating func seek(_ rank: UInt64, _ cursor: inout Cursor) throws -> UInt64 {
        if let current, current >= rank { return current }
        let position = order.position(at: rank)
        let found =
            switch order {
            case .ascending: try ascend(to: position, &cursor) ?? fetch(position)
            case .descending: try fetch(position) ?? descend(to: position, &cursor)
            }
        let reached = found.map(order.rank) ?? WalkOrder.endRank
        // A walk that was led back would hand out its events again, or never end.
        guard reached >= rank else { throw UnusableIndex("its postings are not in order") }
        current = reached
        return reached
    }

    // MARK: The tail

    private mutating func fetch(_ position: Position) -> Position? {
        while true {
            while next < fetched.count {
                if order.rank(of: fetched[next]) >= order.rank(of: position) { return fetched[next] }
                next += 1
            }
            guard fetchLimit > 0 else { return nil }
            let bounds = order == .ascending ? position...Position.max : 0...position
            fetched.removeAll(keepingCapacity: true)
            next = 0
            tail.collect(kind, hash: hash, in: bounds, order, limit: fetchLimit, into: &fetched)
            // Fewer than were asked for are the last ones.
            fetchLimit = fetched.count < fetchLimit ? 0 : Self.tailBatch
        }
    }

    // MARK: The index

    /// Whether it is worth a search in a run; where it stands in it already, it is.
    private func mayHold(_ run: IndexRun, _ cursor: inout Cursor) throws -> Bool {
        try segment != nil || filters.mayHold(hash, run, &cursor)
    }

    private mutating func ascend(to position: Position, _ cursor: inout Cursor) throws -> Position? {
        guard position <= checkpoint else {
            run = runs.count
            return nil
        }
        while run < runs.count {
            if runs[run].kind == kind, runs[run].lastPosition >= position, try mayHold(runs[run], &cursor),
                let found = try ascend(to: Posting(hash: hash, position: position), in: runs[run], &cursor)
            {
                return found
            }
            run += 1
            segment = nil
        }
        return nil
    }

    private mutating func ascend(
        to target: Posting, in run: IndexRun, _ cursor: inout Cursor
    ) throws -> Position? {
        var here: Segment
        if let segment, segment.isLast || target < segment.next {
            here = segment
            index += 1
            if index < postings.upperBound, here.position(at: index) < target.position {
                index = here.firstIndex(atLeast: target)
            }
        } else {
            guard run.first <= Posting(hash: hash, position: .max) else { return nil }
            here =
                try cursor.segment(of: run, atMost: target) ?? cursor.segment(of: run, beginningWith: run.first)
            postings = here.postings(of: hash)
            index = here.firstIndex(atLeast: target)
        }
        if index == here.count {
            guard here.next.hash == hash, !here.isLast else { return nil }
            here = try cursor.segment(of: run, beginningWith: here.next)
            postings = here.postings(of: hash)
            index = 0
        }
        segment = here
        return try postings.contains(index) ? here.position(at: index, in: run) : nil
    }

    private mutating func descend(to position: Position, _ cursor: inout Cursor) throws -> Position? {
        while run >= 0 {
            if runs[run].kind == kind, runs[run].firstPosition <= position, try mayHold(runs[run], &cursor),
                let found = try descend(to: Posting(hash: hash, position: position), in: runs[run], &cursor)
            {
                return found
            }
            run -= 1
            segment = nil
        }
        return nil
    }

    private mutating func descend(
        to target: Posting, in run: IndexRun, _ cursor: inout Cursor
    ) throws -> Position? {
        let here: Segment
        if let segment, segment.first <= target {
            here = segment
            index -= 1
            if index >= postings.lowerBound, here.position(at: index) > target.position {
                index = here.firstIndex(beyond: target) - 1
            }
        } else {
            guard let found = try cursor.segment(of: run, atMost: target) else { return nil }
            here = found
            postings = here.postings(of: hash)
            index = found.firstIndex(beyond: target) - 1
        }
        segment = here
        return try postings.contains(index) ? here.position(at: index, in: run) : nil
    }
}

extension Segment {
    /// The position of a posting, which the manifest says that its run can have.
    ///
    /// - Throws: ``UnusableIndex`` where it does not.
    fileprivate func position(at index: Int, in run: IndexRun) throws(UnusableIndex) -> Position {
        let position = position(at: index)
        guard position >= run.firstPosition, position <= run.lastPosition else {
            throw UnusableIndex("a posting of run \(run.id) is at position \(position), which is none of the run's")
        }
        return position
    }
}
