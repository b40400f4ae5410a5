/// A query as the key of its answer, compared by bytes.
public struct AnswerKey: Sendable {
    /// The query as text, unique among the queries of one cache; at most 480 bytes of UTF-8.
    public let text: String

    /// Creates a key.
    ///
    /// - Parameter text: The query as text.
    public init(_ text: String) {
        self.text = text
    }
}

extension AnswerKey: Hashable, CustomStringConvertible {
    /// The text.
    public var description: String { text }

    /// Compares bytes; `String` would treat two spellings of `café` as equal.
    public static func == (left: AnswerKey, right: AnswerKey) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
