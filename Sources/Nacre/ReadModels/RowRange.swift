/// Which rows of a table are walked through, by the bytes of their keys, and in which direction.
///
/// ```swift
/// RowRange()                                           // all rows, in the order of their keys
/// RowRange(from: .inclusive([1]), to: .exclusive([2]))  // those whose keys begin with the byte 1
/// RowRange(isReversed: true)                           // all rows, from the last to the first
/// ```
///
/// Bounds need not be keys of rows. A range whose lower bound is behind its upper bound has no rows.
public struct RowRange: Hashable, Sendable {
    /// Where a range ends, on one of its sides.
    public enum Bound: Hashable, Sendable {
        /// At a key, whose row is part of the range.
        case inclusive([UInt8])

        /// At a key, whose row is not part of the range.
        case exclusive([UInt8])

        /// The key of the bound.
        var key: [UInt8] {
            switch self {
            case .inclusive(let key), .exclusive(let key): key
            }
        }
    }

    /// The least key; `nil` for no bound.
    public var lower: Bound?

    /// The greatest key; `nil` for no bound.
    public var upper: Bound?

    /// Whether the walk begins with the greatest key.
    public var isReversed: Bool

    /// Makes a range of its parts.
    ///
    /// - Parameters:
    ///   - lower: The least key, 0 to ``ReadModelLimits/keyBytes`` bytes; `nil` for no bound.
    ///   - upper: The greatest key, as long at most; `nil` for no bound.
    ///   - isReversed: Whether the walk begins with the greatest key.
    public init(from lower: Bound? = nil, to upper: Bound? = nil, isReversed: Bool = false) {
        self.lower = lower
        self.upper = upper
        self.isReversed = isReversed
    }
}

// A store works with half-open intervals: the least key greater than another one is that key and a zero byte.
extension RowRange {
    /// The least bytes that are part of the range: those of a key, or of a key and a zero byte.
    public var start: [UInt8] {
        switch lower {
        case .inclusive(let key): key
        case .exclusive(let key): key + [0]
        case nil: []
        }
    }

    /// The least bytes that are behind the range: those of a key, or of a key and a zero byte; `nil` where nothing is.
    public var end: [UInt8]? {
        switch upper {
        case .inclusive(let key): key + [0]
        case .exclusive(let key): key
        case nil: nil
        }
    }

    /// Whether a key is part of the range.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether it is between the bounds.
    public func contains(_ key: [UInt8]) -> Bool {
        !key.lexicographicallyPrecedes(start) && (end.map(key.lexicographicallyPrecedes) ?? true)
    }

    /// What of the range is walked through behind a key, in the range's direction.
    ///
    /// - Parameter key: A key of the range.
    /// - Returns: The rest.
    public func behind(_ key: [UInt8]) -> RowRange {
        var rest = self
        if isReversed { rest.upper = .exclusive(key) } else { rest.lower = .exclusive(key) }
        return rest
    }

    /// Judges the bounds.
    ///
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` where a key is too long.
    public func validate() throws(EventStoreError) {
        if let lower { try ReadModelLimits.validate(key: lower.key) }
        if let upper { try ReadModelLimits.validate(key: upper.key) }
    }
}
