import LMDB
import Nacre

/// A walk over the events of a range that match a query.
///
/// Between calls it holds only a position, so each call can have a transaction of its own.
struct QueryWalk: Sendable {
    // IDX-11: A query is a leapfrog walk over term cursors.

    /// Why a call ended.
    enum Pause {
        /// The range is exhausted.
        case end
        /// The body has enough.
        case enough
        /// The budget is spent.
        case budget
    }

    /// The cost of reading a candidate, relative to reading the next event of a block.
    private static let stepsPerCandidate = 4

    let query: Query
    let order: WalkOrder
    /// The upper end of the range.
    let head: Position
    /// The remaining range; `nil` at the end.
    private(set) var rest: ClosedRange<Position>?
    /// The damage of the event at the walk's position, which only a posting that contradicts the event reveals.
    private(set) var damage: EventStoreError?
    /// The block read last, against which a neighbouring block is checked, also across calls.
    private var lastBlock: BlockHeader?

    /// A walk over the positions after `after`, up to and including `head`, which the log holds.
    init(_ query: Query, _ order: WalkOrder, behind after: Position, upTo head: Position) {
        self.query = query
        self.order = order
        self.head = head
        rest = after < head ? after + 1...head : nil
    }

    /// Continues through the index.
    ///
    /// - Parameters:
    ///   - snapshot: The index, joined with the tail up to the range's end.
    ///   - log: The snapshot of the log.
    ///   - budget: The maximum number of steps.
    ///   - body: Called with each matching record; returns whether to continue.
    /// - Returns: Why it ended.
    /// - Throws: `damaged` if a candidate's record is damaged, which becomes the next position; ``UnusableIndex``;
    ///   errors of `body`.
    @discardableResult
    mutating func run(
        in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot, budget: WalkBudget = .unbounded,
        _ body: (Record) throws -> Bool
    ) throws -> Pause {
        guard let rest else { return .end }
        switch try QueryPlan(query, order, over: rest, in: snapshot) {
        case .scan: return try scan(&log, budget: budget, body)
        case .index(var candidates):
            var budget = budget
            var cursor = try snapshot.openCursor()
            var block: Block?
            while let range = self.rest {
                let start = order == .ascending ? range.lowerBound : range.upperBound
                let rank = try candidates.seek(order.rank(of: start), &cursor, &budget)
                guard rank != WalkOrder.endRank, range.contains(order.position(at: rank)) else { break }
                let position = order.position(at: rank)
                skip(before: position)
                let record = try log.record(at: position, near: &block, &lastBlock)
                let isMatch = record.matches(query)
                if !isMatch {
                    do {
                        try candidates.confirm(record, at: rank)
                    } catch {
                        let cause = log.cause(of: error)
                        damage = cause as? EventStoreError
                        throw cause
                    }
                }
                skip(through: position)
                if isMatch, try !body(record) { return .enough }
                budget.spend(Self.stepsPerCandidate)
                guard !budget.isSpent else { return .budget }
            }
            self.rest = nil
            return .end
        }
    }

    /// Continues without the index, by reading every event.
    ///
    /// - Parameters:
    ///   - log: The snapshot of the log.
    ///   - budget: The maximum number of events to read.
    ///   - body: Called with each matching record; returns whether to continue.
    /// - Returns: Why it ended.
    /// - Throws: `damaged` if a record is damaged, which becomes the next position; errors of `body`.
    @discardableResult
    mutating func scan(
        _ log: inout LogSnapshot, budget: WalkBudget = .unbounded, _ body: (Record) throws -> Bool
    ) throws -> Pause {
        var budget = budget
        var block: Block?
        while let range = rest {
            guard !budget.isSpent else { return .budget }
            budget.spend(1)
            let position = order == .ascending ? range.lowerBound : range.upperBound
            let record = try log.record(at: position, near: &block, &lastBlock, amongAll: true)
            skip(through: position)
            if record.matches(query), try !body(record) { return .enough }
        }
        return .end
    }

    /// Removes what lies before a position from the remaining range.
    private mutating func skip(before position: Position) {
        guard let range = rest else { return }
        rest = order == .ascending ? position...range.upperBound : range.lowerBound...position
    }

    /// Removes what lies up to and including a position from the remaining range.
    private mutating func skip(through position: Position) {
        guard let range = rest else { return }
        switch order {
        case .ascending: rest = position < range.upperBound ? position + 1...range.upperBound : nil
        case .descending: rest = position > range.lowerBound ? range.lowerBound...position - 1 : nil
        }
    }
}

extension LogSnapshot {
    /// The record at a position that the log holds; the last block is reused if it contains the position.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - block: The block that this transaction has read last, if any.
    ///   - last: The header of the block that was read last, in any transaction.
    ///   - amongAll: Whether the reader visits every block.
    /// - Returns: The record.
    /// - Throws: `damaged` if it is damaged, or its block and the last one are neighbours and do not continue each
    ///   other.
    fileprivate mutating func record(
        at position: Position, near block: inout Block?, _ last: inout BlockHeader?, amongAll: Bool = false
    ) throws(EventStoreError) -> Record {
        if let block, block.holds(position) { return try block.record(at: block.index(of: position)) }
        // A reader of every block must not miss positions that an overlapping block claims.
        let found = try amongAll ? self.block(amongAll: position) : self.block(containing: position)
        if let last {
            // The chain is checked in both directions.
            if position == last.lastPosition + 1 { try found.header.checkContinues(last.end) }
            if position + 1 == last.firstPosition { try last.checkContinues(found.end) }
        }
        if found.header.firstPosition == 1 { try found.checkContinues(beginning()) }
        block = found
        last = found.header
        return try found.record(at: found.index(of: position))
    }
}
