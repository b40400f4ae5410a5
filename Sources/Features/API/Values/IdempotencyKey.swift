public import DomainKit

/// The field `Idempotency-Key`, by which a repeated request is recognised: 1 to 128 visible ASCII characters.
public struct IdempotencyKey: Sendable, Hashable {
    /// The key.
    public let text: String

    private static let rule = Rule<String>.bytes(in: 1...128).and(
        Rule { text in
            text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                ? nil : "has a character that is not visible ASCII: use a UUID"
        })

    /// Validates a key.
    ///
    /// - Parameter text: The key.
    /// - Throws: `ValidationError` for the field `Idempotency-Key`, with every violated rule.
    public init(_ text: String) throws(ValidationError) {
        try Self.rule.validate(text, field: "Idempotency-Key")
        self.text = text
    }
}
