import Nacre

/// What the tail held at one moment behind a checkpoint of the index, up to a head.
///
/// It holds fast the generations that it needs, so that a look-up may go on while the index takes them in.
struct TailView: Sendable {
    /// A tail of which nothing is needed.
    static let empty = TailView(generations: [], after: 0, head: 0)

    /// In ascending order, with where each ends.
    private let generations: [(generation: TailGeneration, end: Position)]
    /// The positions behind this one, which the index does not have.
    let after: Position
    /// Up to and with this one.
    let head: Position

    init(generations: [(generation: TailGeneration, end: Position)], after: Position, head: Position) {
        self.generations = generations
        self.after = after
        self.head = head
    }

    /// Appends the positions of a hash to a list, in the order of a walk and at most so many.
    ///
    /// - Parameters:
    ///   - kind: What the hash is of.
    ///   - hash: The hash; a position found is a candidate, to be confirmed in the log.
    ///   - bounds: The least and the greatest position wanted.
    ///   - order: The order of the walk.
    ///   - limit: The greatest number of positions.
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

    /// Marks those of many hashes that stand in its generations, those beyond its head too.
    ///
    /// - Parameters:
    ///   - hashes: The hashes.
    ///   - kind: What they are of.
    ///   - marks: Set to true at the index of each hash that does, and left alone at the others.
    func mark(_ hashes: [UInt64], of kind: TermKind, in marks: inout [Bool]) {
        for (generation, _) in generations { generation.mark(hashes, of: kind, in: &marks) }
    }

    /// How many positions a hash has in a range.
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
