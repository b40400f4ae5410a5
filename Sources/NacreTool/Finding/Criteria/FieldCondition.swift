import DomainKit
import Nacre

/// A condition on a value in an event's data or metadata: `data.name=README.md`.
package struct FieldCondition: Hashable, Sendable {
    enum Comparison: Hashable, Sendable {
        /// There is a value.
        case exists

        /// The value is this text.
        case equals(String)

        /// There is a value, and it is not this text.
        case differs(String)

        /// The value contains this text.
        case contains(String)
    }

    let path: JSONPath
    let comparison: Comparison

    /// Whether the path is one into the metadata.
    let isMetadata: Bool

    /// Parses a condition: a path, then nothing, or `=`, `!=` or `~` with a text.
    ///
    /// - Throws: ``JSONPathError``.
    package init(parsing text: String) throws {
        let (path, rest) = try JSONPath.parsePrefix(of: text)
        guard path.root == "data" || path.root == "metadata" else {
            throw JSONPathError(text, "it must begin with data or metadata")
        }
        self.path = path
        isMetadata = path.root == "metadata"
        if rest.isEmpty {
            comparison = .exists
        } else if rest.hasPrefix("!=") {
            comparison = .differs(String(rest.dropFirst(2)))
        } else if rest.hasPrefix("=") {
            comparison = .equals(String(rest.dropFirst()))
        } else if rest.hasPrefix("~") {
            comparison = .contains(String(rest.dropFirst()))
        } else {
            throw JSONPathError(text, "after the path stands neither =, != nor ~")
        }
    }

    /// Whether an event satisfies the condition.
    ///
    /// A string is compared by its text, any other value by its bytes.
    func matches(_ event: EventView) -> Bool {
        isMetadata ? matches(event.metadata) : matches(event.data)
    }

    private func matches(_ json: Span<UInt8>) -> Bool {
        guard let range = path.range(in: json) else { return false }
        if case .exists = comparison { return true }
        let value = json.extracting(range)
        guard json[range.lowerBound] == UInt8(ascii: "\"") else { return compare(value) }
        var reader = JSONReader(value)
        // A string with a lone surrogate has no text.
        guard let text = try? reader.readString() else { return compare(value) }
        return compare(text.utf8Span.span)
    }

    private func compare(_ value: Span<UInt8>) -> Bool {
        switch comparison {
        case .exists: true
        case .equals(let text): ByteSearch(text).isEqual(to: value)
        case .differs(let text): !ByteSearch(text).isEqual(to: value)
        case .contains(let text): ByteSearch(text).occurs(in: value)
        }
    }
}
