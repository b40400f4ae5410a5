import Nacre

/// In which direction positions are walked through.
///
/// What combines positions works on ranks, which ascend along the walk in either direction.
enum WalkOrder: Sendable {
    case ascending
    case descending

    /// Where a position comes in the walk; the rank of no position is ``endRank``.
    @inline(__always)
    func rank(of position: Position) -> UInt64 {
        switch self {
        case .ascending: position
        case .descending: .max - position
        }
    }

    /// The position that has a rank.
    @inline(__always)
    func position(at rank: UInt64) -> Position {
        // Each is its own inverse.
        self.rank(of: rank)
    }

    /// Behind every position: no event stands at position 0 or at the greatest number.
    static let endRank = UInt64.max
}
