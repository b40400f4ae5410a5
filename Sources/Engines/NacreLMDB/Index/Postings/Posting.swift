import Nacre

/// Where a term occurs: the hash of the term, and the position of an event that has it.
///
/// A hash is a candidate, never proof: whoever finds a position confirms it in the log.
struct Posting: Hashable, Sendable {
    var hash: UInt64
    var position: Position
}

extension Posting: Comparable {
    /// The order of runs: by hash, then by position.
    static func < (left: Posting, right: Posting) -> Bool {
        left.hash != right.hash ? left.hash < right.hash : left.position < right.position
    }

    /// Beyond every posting there can be.
    static let end = Posting(hash: .max, position: .max)
}
