/// Which keys of a table, or which terms of an index, are asked for.
///
/// Swift's own ranges are such ranges: `"a"..<"b"`, `10...`, `...day`. Texts are ordered by the bytes of their UTF-8, as
/// ``TableKey`` has it, which for letters beyond ASCII is another order than Swift's; where a range of Swift's would trap, as
/// its bounds are the wrong way round for Swift, use ``init(from:upTo:)``. A range whose lower bound is behind its upper one has
/// no rows.
public struct TableRange<Bound: TableKey>: Sendable {
    let lower: TableEdge?
    let upper: TableEdge?
}

extension TableRange {
    /// The keys from one to another, which is not among them.
    ///
    /// - Parameters:
    ///   - lower: The least key; `nil` for no bound.
    ///   - upper: The least key behind; `nil` for no bound.
    public init(from lower: Bound?, upTo upper: Bound?) {
        self.init(lower: lower.map { .before($0.bytes) }, upper: upper.map { .before($0.bytes) })
    }

    /// The keys from one to another, which is among them.
    ///
    /// - Parameters:
    ///   - lower: The least key; `nil` for no bound.
    ///   - upper: The greatest key; `nil` for no bound.
    public init(from lower: Bound?, through upper: Bound?) {
        self.init(lower: lower.map { .before($0.bytes) }, upper: upper.map { .behind($0.bytes) })
    }
}

/// A place among keys.
enum TableEdge: Sendable {
    /// Before all keys that begin with these bytes.
    case before([UInt8])

    /// Behind all keys that begin with these bytes.
    case behind([UInt8])

    /// The same place among keys that all begin with a prefix.
    func behindPrefix(_ prefix: [UInt8]) -> TableEdge {
        switch self {
        case .before(let bytes): .before(prefix + bytes)
        case .behind(let bytes): .behind(prefix + bytes)
        }
    }

    /// The least bytes at this place or behind it; `nil` where there are none.
    fileprivate var start: [UInt8]? {
        switch self {
        case .before(let bytes): return bytes
        case .behind(let bytes):
            // What follows all that begin with the bytes: the last one that can be counted up is.
            var next = bytes
            while next.last == .max { next.removeLast() }
            guard let last = next.indices.last else { return nil }
            next[last] += 1
            return next
        }
    }
}

extension TableRange {
    /// The rows of the range, as a store is asked for them; `nil` where there can be none.
    ///
    /// - Parameters:
    ///   - place: Behind which place to begin, in the direction of the walk; `nil` for its end.
    ///   - isReversed: Whether to begin with the greatest key.
    /// - Returns: The rows.
    func rows(after place: [UInt8]?, isReversed: Bool) -> RowRange? {
        if let lower, lower.start == nil { return nil }
        var range = RowRange(
            from: lower?.start.map { .inclusive($0) }, to: upper?.start.map { .exclusive($0) }, isReversed: isReversed)
        guard let place else { return range }
        let rest = range.behind(place)
        // A place that is not in the range, as of a page of another one, leaves all of it or nothing.
        if isReversed {
            if range.end.map({ place.lexicographicallyPrecedes($0) }) ?? true { range = rest }
        } else if !place.lexicographicallyPrecedes(range.start) {
            range = rest
        }
        return range
    }
}
