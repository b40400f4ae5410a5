/// A range of keys of a table, or of terms of an index: a ``TableRange`` or a Swift range.
public protocol TableRangeExpression<Bound> {
    /// The type of the keys or terms.
    associatedtype Bound: TableKey

    /// The range.
    var tableRange: TableRange<Bound> { get }
}

extension TableRange: TableRangeExpression {
    /// The range itself.
    public var tableRange: TableRange { self }
}

extension Range: TableRangeExpression where Bound: TableKey {
    /// From the lower bound up to, but not including, the upper bound.
    public var tableRange: TableRange<Bound> { TableRange(from: lowerBound, upTo: upperBound) }
}

extension ClosedRange: TableRangeExpression where Bound: TableKey {
    /// From the lower bound through the upper bound.
    public var tableRange: TableRange<Bound> { TableRange(from: lowerBound, through: upperBound) }
}

extension PartialRangeFrom: TableRangeExpression where Bound: TableKey {
    /// From the lower bound on.
    public var tableRange: TableRange<Bound> { TableRange(from: lowerBound, upTo: nil) }
}

extension PartialRangeUpTo: TableRangeExpression where Bound: TableKey {
    /// Up to the upper bound.
    public var tableRange: TableRange<Bound> { TableRange(from: nil, upTo: upperBound) }
}

extension PartialRangeThrough: TableRangeExpression where Bound: TableKey {
    /// Through the upper bound.
    public var tableRange: TableRange<Bound> { TableRange(from: nil, through: upperBound) }
}

// Declared on the protocol, so that a range can be written with a leading dot wherever a range expression is
// expected.
extension TableRangeExpression {
    /// All keys.
    ///
    /// - Returns: The range.
    public static func all<Key>() -> TableRange<Key> where Self == TableRange<Key> {
        TableRange(lower: nil, upper: nil)
    }

    /// One key, or all rows with one term.
    ///
    /// - Parameter key: The key, or the term.
    /// - Returns: The range.
    public static func only<Key>(_ key: Key) -> TableRange<Key> where Self == TableRange<Key> {
        TableRange(lower: .before(key.bytes), upper: .after(key.bytes))
    }

    /// All keys after a key, which is not in the range.
    ///
    /// - Parameter key: The key, or the term.
    /// - Returns: The range.
    public static func after<Key>(_ key: Key) -> TableRange<Key> where Self == TableRange<Key> {
        TableRange(lower: .after(key.bytes), upper: nil)
    }

    /// All texts that begin with a prefix, byte for byte.
    ///
    /// - Parameter text: The prefix.
    /// - Returns: The range.
    public static func prefix(_ text: String) -> TableRange<String> where Self == TableRange<String> {
        var writer = TableKeyWriter()
        writer.beginning(ofText: text)
        return TableRange(lower: .before(writer.bytes), upper: .after(writer.bytes))
    }

    /// All pairs with a first part.
    ///
    /// - Parameter first: The first part.
    /// - Returns: The range.
    public static func first<First, Second>(
        _ first: First
    ) -> TableRange<TableKeyPair<First, Second>> where Self == TableRange<TableKeyPair<First, Second>> {
        TableRange(lower: .before(first.bytes), upper: .after(first.bytes))
    }

    /// All pairs with a first part, and a second part in a range.
    ///
    /// - Parameters:
    ///   - first: The first part.
    ///   - second: The range of the second parts.
    /// - Returns: The range.
    public static func first<First, Second>(
        _ first: First, _ second: some TableRangeExpression<Second>
    ) -> TableRange<TableKeyPair<First, Second>> where Self == TableRange<TableKeyPair<First, Second>> {
        let (prefix, second) = (first.bytes, second.tableRange)
        return TableRange(
            lower: second.lower?.afterPrefix(prefix) ?? .before(prefix),
            upper: second.upper?.afterPrefix(prefix) ?? .after(prefix))
    }
}
