/// A key of two parts, ordered by the first, then by the second.
///
/// ```swift
/// let scores = Table<TableKeyPair<String, Int>, Score>()
/// try scores.set(score, at: TableKeyPair("ada", 3), in: model)
/// ```
///
/// A part may be a pair itself.
public struct TableKeyPair<First: TableKey, Second: TableKey>: TableKey {
    /// The part by which keys are ordered.
    public let first: First

    /// The part by which keys with equal first parts are ordered.
    public let second: Second

    /// Makes a key of its parts.
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
    /// - Parameter reader: Gives the parts.
    /// - Throws: ``EventStoreError`` where the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) {
        self.init(try First(from: &reader), try Second(from: &reader))
    }
}

extension TableKeyPair: Equatable where First: Equatable, Second: Equatable {}
extension TableKeyPair: Hashable where First: Hashable, Second: Hashable {}
extension TableKeyPair: Codable where First: Codable, Second: Codable {}

extension TableKeyPair: Comparable where First: Comparable, Second: Comparable {
    /// Whether one pair stands before another one.
    public static func < (left: TableKeyPair, right: TableKeyPair) -> Bool {
        (left.first, left.second) < (right.first, right.second)
    }
}

extension TableKeyPair: CustomStringConvertible {
    /// Both parts, in parentheses.
    public var description: String { "(\(first.inWords), \(second.inWords))" }
}

extension TableKey {
    /// The key as messages show it.
    var inWords: String {
        if let text = self as? String { return quoted(text) }
        if let name = self as? any ByteComparedName { return quoted(name.text) }
        return "\(self)"
    }
}
