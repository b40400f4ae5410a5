/// A range of the rows of a table, by the bytes of their keys, and the direction of iteration.
///
/// ```swift
/// let all = RowRange()  // all rows, in the order of their keys
/// let ones = RowRange(from: .inclusive([1]), to: .exclusive([2]))  // those whose keys begin with the byte 1
/// let reversed = RowRange(isReversed: true)  // all rows, from the last to the first
/// ```
///
/// Bounds need not be keys of rows. A range whose lower bound is above its upper bound has no rows.
public struct RowRange: Hashable, Sendable {
    // PROJ-12: A walk through rows is a half-open range of bytes with a direction.

    /// A lower or upper bound of a range.
    public enum Bound: Hashable, Sendable {
        /// The range includes the row at this key.
        case inclusive([UInt8])

        /// The range does not include the row at this key.
        case exclusive([UInt8])

        /// The key of the bound.
        var key: [UInt8] {
            switch self {
            case .inclusive(let key), .exclusive(let key): key
            }
        }
    }

    /// The lower bound; `nil` for none.
    public var lower: Bound?

    /// The upper bound; `nil` for none.
    public var upper: Bound?

    /// Whether the iteration is in descending order.
    public var isReversed: Bool

    /// Creates a range from its parts.
    ///
    /// - Parameters:
    ///   - lower: The lower bound, 0 to ``ReadModelLimits/keyBytes`` bytes; `nil` for none.
    ///   - upper: The upper bound, of the same length; `nil` for none.
    ///   - isReversed: Whether the iteration is in descending order.
    public init(from lower: Bound? = nil, to upper: Bound? = nil, isReversed: Bool = false) {
        self.lower = lower
        self.upper = upper
        self.isReversed = isReversed
    }
}

// Stores use half-open intervals. The smallest key greater than another one is that key followed by a zero byte.
extension RowRange {
    /// The first bytes in the range: those of a key, or of a key and a zero byte.
    public var start: [UInt8] {
        switch lower {
        case .inclusive(let key): key
        case .exclusive(let key): key + [0]
        case nil: []
        }
    }

    /// The first bytes after the range: those of a key, or of a key and a zero byte; `nil` for no bound.
    public var end: [UInt8]? {
        switch upper {
        case .inclusive(let key): key + [0]
        case .exclusive(let key): key
        case nil: nil
        }
    }

    /// Whether a key is in the range.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether it is between the bounds.
    public func contains(_ key: [UInt8]) -> Bool {
        !key.lexicographicallyPrecedes(start) && (end.map(key.lexicographicallyPrecedes) ?? true)
    }

    /// The rest of the range after a key, in the direction of iteration.
    ///
    /// - Parameter key: A key in the range.
    /// - Returns: The rest.
    public func after(_ key: [UInt8]) -> RowRange {
        var rest = self
        if isReversed { rest.upper = .exclusive(key) } else { rest.lower = .exclusive(key) }
        return rest
    }

    /// Validates the lengths of the bounds.
    ///
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` if a key is too long.
    public func validate() throws(EventStoreError) {
        if let lower { try ReadModelLimits.validate(key: lower.key) }
        if let upper { try ReadModelLimits.validate(key: upper.key) }
    }
}
