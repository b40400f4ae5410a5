import LMDB
import Nacre

/// The number of steps that a walk may still make before it ends its transaction.
struct WalkBudget {
    private(set) var remaining: Int

    init(_ steps: Int) {
        remaining = steps
    }

    /// No bound.
    static let unbounded = WalkBudget(.max)

    var isSpent: Bool { remaining <= 0 }

    @inline(__always)
    mutating func spend(_ steps: Int) { remaining -= steps }
}

/// Iterates over the candidate positions of a query: the union of those of its items.
struct QueryCursor {
    private var items: [ItemCursor]

    init(_ items: [ItemCursor]) {
        self.items = items
    }

    /// Advances to the first candidate with at least a given rank.
    ///
    /// - Parameters:
    ///   - rank: The rank, not less than in any earlier call.
    ///   - cursor: A cursor of the snapshot.
    ///   - budget: Reduced by the steps made.
    /// - Returns: The candidate's rank; ``WalkOrder/endRank`` if there is none.
    /// - Throws: ``UnusableIndex``.
    mutating func seek(_ rank: UInt64, _ cursor: inout Cursor, _ budget: inout WalkBudget) throws -> UInt64 {
        var least = WalkOrder.endRank
        for index in items.indices { least = min(least, try items[index].seek(rank, &cursor, &budget)) }
        return least
    }

    /// Confirms that an event that does not match has the terms of the postings at its rank.
    @inline(__always)
    func confirm(_ record: Record, at rank: UInt64) throws(WrongPosting) {
        for index in items.indices { try items[index].confirm(record, at: rank) }
    }
}

/// Iterates over the positions that all parts of an item share.
struct ItemCursor {
    /// The number of leaps after which the present position is returned as a candidate even if not all parts agree.
    ///
    /// The log decides whether it matches, and a walk can be interrupted only between candidates.
    private static let maxLeaps = 256

    /// The rarest part first; the others leap to its position.
    private var parts: [UnionCursor]
    private var current: UInt64?

    init(_ parts: [UnionCursor]) {
        self.parts = parts
    }

    mutating func seek(_ rank: UInt64, _ cursor: inout Cursor, _ budget: inout WalkBudget) throws -> UInt64 {
        if let current, current >= rank { return current }
        var target = rank
        var agreed = 0
        var part = 0
        var leaps = 0
        while agreed < parts.count, target != WalkOrder.endRank, leaps < Self.maxLeaps {
            let found = try parts[part].seek(target, &cursor, &budget)
            // The part that leaps furthest agrees with its own position.
            agreed = found == target ? agreed + 1 : 1
            target = found
            part = part + 1 == parts.count ? 0 : part + 1
            leaps += 1
        }
        current = target
        return target
    }

    @inline(__always)
    func confirm(_ record: Record, at rank: UInt64) throws(WrongPosting) {
        guard current == rank else { return }
        for index in parts.indices { try parts[index].confirm(record, at: rank) }
    }
}

/// Iterates over the union of several terms' positions.
struct UnionCursor {
    private let kind: TermKind
    private let hashes: [UInt64]
    private var terms: [TermCursor]
    private var current: UInt64?

    init(_ kind: TermKind, _ hashes: [UInt64], _ order: WalkOrder, in snapshot: borrowing IndexSnapshot) {
        self.kind = kind
        self.hashes = hashes
        terms = []
        for hash in hashes { terms.append(TermCursor(kind, hash: hash, order, in: snapshot)) }
    }

    mutating func seek(_ rank: UInt64, _ cursor: inout Cursor, _ budget: inout WalkBudget) throws -> UInt64 {
        if let current, current >= rank { return current }
        var least = WalkOrder.endRank
        for index in terms.indices { least = min(least, try terms[index].seek(rank, &cursor)) }
        budget.spend(terms.count)
        current = least
        return least
    }

    /// Confirms that an event has one of the terms, if one of them has a posting at its rank.
    @inline(__always)
    func confirm(_ record: Record, at rank: UInt64) throws(WrongPosting) {
        guard current == rank else { return }
        for hash in hashes where record.has(kind, hash) { return }
        throw WrongPosting(kind: kind, position: record.position)
    }
}
