import Nacre

/// The direction of a walk over positions.
///
/// Code that combines positions works on ranks, which ascend along the walk in either direction.
enum WalkOrder: Sendable {
    case ascending
    case descending

    /// The rank of a position in the walk; no position has ``endRank``.
    @inline(__always)
    func rank(of position: Position) -> UInt64 {
        switch self {
        case .ascending: position
        case .descending: .max - position
        }
    }

    /// The position with a rank.
    @inline(__always)
    func position(at rank: UInt64) -> Position {
        // The mapping is its own inverse.
        self.rank(of: rank)
    }

    /// Behind every position: no event is at position 0 or at the maximum.
    static let endRank = UInt64.max
}
