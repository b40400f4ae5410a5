/// A key of two parts, ordered by the first, then by the second.
///
/// ```swift
/// let scores = Table<TableKeyPair<String, Int>, Score>()
/// try scores.set(score, at: TableKeyPair("ada", 3), in: model)
/// ```
///
/// Pairs can be nested.
public struct TableKeyPair<First: TableKey, Second: TableKey>: TableKey {
    /// The first part, by which keys are ordered.
    public let first: First

    /// The second part, by which keys with equal first parts are ordered.
    public let second: Second

    /// Creates a key from its parts.
    @inlinable
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// Writes both parts.
    @inlinable
    public func write(to writer: inout TableKeyWriter) {
        first.write(to: &writer)
        second.write(to: &writer)
    }

    /// Reads both parts.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) {
        self.init(try First(from: &reader), try Second(from: &reader))
    }
}

extension TableKeyPair: Equatable where First: Equatable, Second: Equatable {}
extension TableKeyPair: Hashable where First: Hashable, Second: Hashable {}
extension TableKeyPair: Codable where First: Codable, Second: Codable {}

extension TableKeyPair: Comparable where First: Comparable, Second: Comparable {
    /// Whether the left pair is ordered before the right one.
    public static func < (left: TableKeyPair, right: TableKeyPair) -> Bool {
        (left.first, left.second) < (right.first, right.second)
    }
}

extension TableKeyPair: CustomStringConvertible {
    /// Both parts, in parentheses.
    public var description: String { "(\(first.inWords), \(second.inWords))" }
}

extension TableKey {
    /// The key as used in messages.
    var inWords: String {
        if let text = self as? String { return quoted(text) }
        if let name = self as? any ByteComparedName { return quoted(name.text) }
        return "\(self)"
    }

    /// The key as text, without quotes.
    var unquoted: String { self as? String ?? (self as? any ByteComparedName)?.text ?? "\(self)" }
}
