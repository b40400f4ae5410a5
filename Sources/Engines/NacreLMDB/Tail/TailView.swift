import Nacre

/// A snapshot of the tail after a checkpoint of the index, up to a head.
///
/// It retains its generations, so that a lookup can continue while the index takes them in.
struct TailView: Sendable {
    /// A view without events.
    static let empty = TailView(generations: [], after: 0, head: 0)

    /// In ascending order, with the end of each.
    // References, not copies: a generation stays readable after the tail has dropped it (IDX-01).
    private let generations: [(generation: TailGeneration, end: Position)]
    /// The view begins after this position, up to which the index has everything.
    let after: Position
    /// The last position of the view.
    let head: Position

    init(generations: [(generation: TailGeneration, end: Position)], after: Position, head: Position) {
        self.generations = generations
        self.after = after
        self.head = head
    }

    /// Appends the positions of a hash to a list, in the order of a walk, up to a limit.
    ///
    /// - Parameters:
    ///   - kind: The kind of the hash.
    ///   - hash: The hash; each position is a candidate, to be confirmed in the log.
    ///   - bounds: The range of positions.
    ///   - order: The order of the walk.
    ///   - limit: The maximum number of positions.
    ///   - positions: The list.
    func collect(
        _ kind: TermKind, hash: UInt64, in bounds: ClosedRange<Position>, _ order: WalkOrder, limit: Int,
        into positions: inout [Position]
    ) {
        guard let range = part(of: bounds) else { return }
        let end = positions.count + limit
        switch order {
        case .ascending:
            for (generation, last) in generations where last >= range.lowerBound {
                guard generation.after < range.upperBound, positions.count < end else { break }
                generation.collect(
                    kind, hash: hash, in: range, order, limit: end - positions.count, into: &positions)
            }
        case .descending:
            for (generation, last) in generations.reversed() where generation.after < range.upperBound {
                guard last >= range.lowerBound, positions.count < end else { break }
                generation.collect(
                    kind, hash: hash, in: range, order, limit: end - positions.count, into: &positions)
            }
        }
    }

    /// Marks those of many hashes that its generations contain, also beyond its head.
    ///
    /// - Parameters:
    ///   - hashes: The hashes.
    ///   - kind: The kind of the hashes.
    ///   - marks: Set to `true` at the index of each hash found; other elements stay unchanged.
    func mark(_ hashes: [UInt64], of kind: TermKind, in marks: inout [Bool]) {
        for (generation, _) in generations { generation.mark(hashes, of: kind, in: &marks) }
    }

    /// The number of positions of a hash in a range.
    func count(of kind: TermKind, hash: UInt64, in bounds: ClosedRange<Position>) -> Int {
        guard let range = part(of: bounds) else { return 0 }
        return generations.reduce(0) { count, entry in
            guard entry.end >= range.lowerBound, entry.generation.after < range.upperBound else { return count }
            return count + entry.generation.count(of: kind, hash: hash, in: range)
        }
    }

    private func part(of bounds: ClosedRange<Position>) -> ClosedRange<Position>? {
        guard after < head, bounds.upperBound > after, bounds.lowerBound <= head else { return nil }
        return max(bounds.lowerBound, after + 1)...min(bounds.upperBound, head)
    }
}
