import LMDB
import Nacre

/// How many steps a walk may still make before it gives its transaction back.
struct WalkBudget {
    private(set) var remaining: Int

    init(_ steps: Int) {
        remaining = steps
    }

    /// Any number of steps.
    static let unbounded = WalkBudget(.max)

    var isSpent: Bool { remaining <= 0 }

    @inline(__always)
    mutating func spend(_ steps: Int) { remaining -= steps }
}

/// Walks through the positions that may match a query: those of any of its items.
struct QueryCursor {
    private var items: [ItemCursor]

    init(_ items: [ItemCursor]) {
        self.items = items
    }

    /// Goes on to the first candidate whose rank is not less than the given one.
    ///
    /// - Parameters:
    ///   - rank: The rank, not less than that of any call before.
    ///   - cursor: A cursor of the snapshot.
    ///   - budget: Is spent.
    /// - Returns: The candidate's rank; ``WalkOrder/endRank`` where there is none.
    /// - Throws: ``UnusableIndex``.
    mutating func seek(_ rank: UInt64, _ cursor: inout Cursor, _ budget: inout WalkBudget) throws -> UInt64 {
        var least = WalkOrder.endRank
        for index in items.indices { least = min(least, try items[index].seek(rank, &cursor, &budget)) }
        return least
    }

    /// Confirms that an event that does not match has all the same what the postings at its rank say.
    @inline(__always)
    func confirm(_ record: Record, at rank: UInt64) throws(WrongPosting) {
        for index in items.indices { try items[index].confirm(record, at: rank) }
    }
}

/// Walks through the positions that all parts of an item have.
struct ItemCursor {
    /// How often the parts leap before what they have come to is handed out, agreed upon or not: the log tells whether
    /// it matches, and between two candidates a walk can be interrupted.
    private static let greatestLeaps = 256

    /// The rarest first: the others leap to where it stands.
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
        while agreed < parts.count, target != WalkOrder.endRank, leaps < Self.greatestLeaps {
            let found = try parts[part].seek(target, &cursor, &budget)
            // Who leaps further has itself agreed to where it stands.
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

/// Walks through the positions that any of several terms has.
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

    /// Confirms that an event has any of the terms, where one of them has a posting at its rank.
    @inline(__always)
    func confirm(_ record: Record, at rank: UInt64) throws(WrongPosting) {
        guard current == rank else { return }
        for hash in hashes where record.has(kind, hash) { return }
        throw WrongPosting(kind: kind, position: record.position)
    }
}
