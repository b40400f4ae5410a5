/// A range of keys of a table, or of terms of an index.
///
/// Swift's ranges can be used as well: `"a"..<"b"`, `10...`, `...day`. Texts are ordered by the bytes of their UTF-8
/// (``TableKey``), which differs from Swift's order for non-ASCII letters. If a Swift range would trap because its
/// bounds are reversed in Swift's order, use ``init(from:upTo:)``. A range whose lower bound is above its upper bound
/// has no rows.
public struct TableRange<Bound: TableKey>: Sendable {
    let lower: TableEdge?
    let upper: TableEdge?
}

extension TableRange {
    /// Creates a half-open range, which excludes the upper bound.
    ///
    /// - Parameters:
    ///   - lower: The lower bound; `nil` for none.
    ///   - upper: The upper bound, which is not in the range; `nil` for none.
    public init(from lower: Bound?, upTo upper: Bound?) {
        self.init(lower: lower.map { .before($0.bytes) }, upper: upper.map { .before($0.bytes) })
    }

    /// Creates a closed range, which includes the upper bound.
    ///
    /// - Parameters:
    ///   - lower: The lower bound; `nil` for none.
    ///   - upper: The upper bound, which is in the range; `nil` for none.
    public init(from lower: Bound?, through upper: Bound?) {
        self.init(lower: lower.map { .before($0.bytes) }, upper: upper.map { .after($0.bytes) })
    }
}

/// A place between keys.
enum TableEdge: Sendable {
    /// Before all keys that begin with these bytes.
    case before([UInt8])

    /// After all keys that begin with these bytes.
    case after([UInt8])

    /// The same place among keys that all begin with the given prefix.
    func afterPrefix(_ prefix: [UInt8]) -> TableEdge {
        switch self {
        case .before(let bytes): .before(prefix + bytes)
        case .after(let bytes): .after(prefix + bytes)
        }
    }

    /// The first bytes at or after this place; `nil` if there are none.
    fileprivate var start: [UInt8]? {
        switch self {
        case .before(let bytes): return bytes
        case .after(let bytes):
            // The successor of all keys with this prefix: increment the last byte that is not 255, and drop those
            // after it.
            var next = bytes
            while next.last == .max { next.removeLast() }
            guard let last = next.indices.last else { return nil }
            next[last] += 1
            return next
        }
    }
}

extension TableRange {
    /// The range of rows to request from a store; `nil` if it is empty.
    ///
    /// - Parameters:
    ///   - place: The key to continue after, in the direction of iteration; `nil` to start at the end of the range.
    ///   - isReversed: Whether the iteration is in descending order.
    /// - Returns: The range.
    func rows(after place: [UInt8]?, isReversed: Bool) -> RowRange? {
        if let lower, lower.start == nil { return nil }
        var range = RowRange(
            from: lower?.start.map { .inclusive($0) }, to: upper?.start.map { .exclusive($0) }, isReversed: isReversed)
        guard let place else { return range }
        let rest = range.after(place)
        // A place outside the range, for example from a cursor of another range, leaves either the whole range or
        // nothing.
        if isReversed {
            if range.end.map({ place.lexicographicallyPrecedes($0) }) ?? true { range = rest }
        } else if !place.lexicographicallyPrecedes(range.start) {
            range = rest
        }
        return range
    }
}
