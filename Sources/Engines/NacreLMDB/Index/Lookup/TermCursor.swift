import LMDB
import Nacre

/// Iterates over the positions of one term, in the index and in the tail, one by one or by leaps.
///
/// Several share one LMDB cursor, because each finds its segments by key. Valid inside the closure of its snapshot.
struct TermCursor {
    /// The number of positions fetched from the tail at once, after a smaller first fetch: usually few are needed.
    private static let tailBatch = 128

    private let kind: TermKind
    private let hash: UInt64
    private let order: WalkOrder
    private let tail: TailView
    /// The runs, in ascending order of positions.
    private let runs: [IndexRun]
    private let filters: RunFilters
    private let checkpoint: Position
    /// The current run, or the next one to search.
    private var run: Int
    private var segment: Segment?
    /// The term's postings in the segment, and the current one.
    private var postings = 0..<0
    private var index = 0
    /// Fetched positions of the tail, in the order of the walk.
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

    /// Advances to the first position with at least a given rank.
    ///
    /// - Parameters:
    ///   - rank: The rank, not less than in any earlier call.
    ///   - cursor: A cursor of the snapshot.
    /// - Returns: The position's rank; ``WalkOrder/endRank`` if there is none.
    /// - Throws: ``UnusableIndex``.
    /// - Complexity: O(1) for a neighbour; for a leap, a key search and a segment search for each run passed.
    mutating func seek(_ rank: UInt64, _ cursor: inout Cursor) throws -> UInt64 {
        if let current, current >= rank { return current }
        let position = order.position(at: rank)
        let found =
            switch order {
            case .ascending: try ascend(to: position, &cursor) ?? fetch(position)
            case .descending: try fetch(position) ?? descend(to: position, &cursor)
            }
        let reached = found.map(order.rank) ?? WalkOrder.endRank
        // A walk that went back would return events twice, or never end.
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
            // Fewer than requested: the tail has no more.
            fetchLimit = fetched.count < fetchLimit ? 0 : Self.tailBatch
        }
    }

    // MARK: The index

    /// Whether a run is worth a search; always for the run that the cursor is in.
    private func mayContain(_ run: IndexRun, _ cursor: inout Cursor) throws -> Bool {
        try segment != nil || filters.mayContain(hash, run, &cursor)
    }

    private mutating func ascend(to position: Position, _ cursor: inout Cursor) throws -> Position? {
        guard position <= checkpoint else {
            run = runs.count
            return nil
        }
        while run < runs.count {
            if runs[run].kind == kind, runs[run].lastPosition >= position, try mayContain(runs[run], &cursor),
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
        // The next position is nearly always in the present segment.
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
            if runs[run].kind == kind, runs[run].firstPosition <= position, try mayContain(runs[run], &cursor),
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
    /// The position of a posting, which must be in the range that the manifest states for the run.
    ///
    /// - Throws: ``UnusableIndex`` if it is not.
    fileprivate func position(at index: Int, in run: IndexRun) throws(UnusableIndex) -> Position {
        let position = position(at: index)
        guard position >= run.firstPosition, position <= run.lastPosition else {
            throw UnusableIndex("a posting of run \(run.id) is at position \(position), outside the run's range")
        }
        return position
    }
}
