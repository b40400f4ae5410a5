import Nacre

/// An occurrence of a term: the hash of the term, and the position of an event that has it.
///
/// A hash yields candidates, not proof: each position is confirmed in the log.
struct Posting: Hashable, Sendable {
    var hash: UInt64
    var position: Position
}

extension Posting: Comparable {
    /// Run order: by hash, then by position.
    static func < (left: Posting, right: Posting) -> Bool {
        left.hash != right.hash ? left.hash < right.hash : left.position < right.position
    }

    /// Greater than every possible posting.
    static let end = Posting(hash: .max, position: .max)
}
