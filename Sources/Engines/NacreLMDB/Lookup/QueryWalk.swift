import LMDB
import Nacre

/// A walk through the events of a range that match a query.
///
/// Between calls it holds a position alone, so that each may have a transaction of its own.
struct QueryWalk: Sendable {
    /// How a call ended.
    enum Pause {
        /// All of the range has been looked at.
        case end
        /// The body had enough.
        case enough
        /// The budget is spent.
        case budget
    }

    /// What looking at an event that the index has given costs, where reading the next one of a block costs 1.
    private static let stepsPerCandidate = 4

    let query: Query
    let order: WalkOrder
    /// The last position of the range.
    let head: Position
    /// What is still to be looked at; `nil` at the end.
    private(set) var rest: ClosedRange<Position>?
    /// What is wrong with the event at which the walk stands, where nothing but the posting that leads to it can tell.
    private(set) var damage: EventStoreError?
    /// The block that was read last, which its neighbour must continue though it is read by another call.
    private var lastBlock: BlockHeader?

    /// Makes a walk over the positions behind one, up to and with another that the log holds.
    init(_ query: Query, _ order: WalkOrder, behind after: Position, upTo head: Position) {
        self.query = query
        self.order = order
        self.head = head
        rest = after < head ? after + 1...head : nil
    }

    /// Goes on through the index.
    ///
    /// - Parameters:
    ///   - snapshot: The index, joined with the tail up to the range's end.
    ///   - log: The snapshot of the log.
    ///   - budget: How many steps this call may make.
    ///   - body: Takes a record and says whether to go on.
    /// - Returns: Why it ended.
    /// - Throws: `damaged` where a record that may match is, which then is the next; ``UnusableIndex``; what the body
    ///   throws.
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
                goOn(at: position)
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
                goOn(behind: position)
                if isMatch, try !body(record) { return .enough }
                budget.spend(Self.stepsPerCandidate)
                guard !budget.isSpent else { return .budget }
            }
            self.rest = nil
            return .end
        }
    }

    /// Goes on without the index, by reading every event.
    ///
    /// - Parameters:
    ///   - log: The snapshot of the log.
    ///   - budget: How many events this call may look at.
    ///   - body: Takes a record and says whether to go on.
    /// - Returns: Why it ended.
    /// - Throws: `damaged` where a record is, which then is the next; what the body throws.
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
            goOn(behind: position)
            if record.matches(query), try !body(record) { return .enough }
        }
        return .end
    }

    /// Takes off what lies before a position.
    private mutating func goOn(at position: Position) {
        guard let range = rest else { return }
        rest = order == .ascending ? position...range.upperBound : range.lowerBound...position
    }

    /// Takes off what lies before a position, and the position.
    private mutating func goOn(behind position: Position) {
        guard let range = rest else { return }
        switch order {
        case .ascending: rest = position < range.upperBound ? position + 1...range.upperBound : nil
        case .descending: rest = position > range.lowerBound ? range.lowerBound...position - 1 : nil
        }
    }
}

extension LogSnapshot {
    /// The record at a position that the log holds, from a block that was looked at before where it is in that one.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - block: The block that this transaction has looked at last, if any.
    ///   - last: The header of the block that was looked at last, in whichever transaction.
    ///   - amongAll: Whether the reader goes through all blocks.
    /// - Returns: The record.
    /// - Throws: `damaged` where it is, or its block and the last one are neighbours that do not continue each other.
    fileprivate mutating func record(
        at position: Position, near block: inout Block?, _ last: inout BlockHeader?, amongAll: Bool = false
    ) throws(EventStoreError) -> Record {
        if let block, block.holds(position) { return try block.record(at: block.index(of: position)) }
        let found = try amongAll ? self.block(amongAll: position) : self.block(containing: position)
        if let last {
            // Neighbours must continue each other, in either direction.
            if position == last.lastPosition + 1 { try found.header.checkContinues(last.end) }
            if position + 1 == last.firstPosition { try last.checkContinues(found.end) }
        }
        if found.header.firstPosition == 1 { try found.checkContinues(beginning()) }
        block = found
        last = found.header
        return try found.record(at: found.index(of: position))
    }
}
