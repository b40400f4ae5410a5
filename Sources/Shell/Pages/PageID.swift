import AuthDomain

/// The id of a page that is open in a browser: random, so that it cannot be guessed.
struct PageID: Sendable, Hashable, CustomStringConvertible {
    /// The text: 43 characters of base64url.
    let description: String

    /// Creates a new id.
    init() {
        description = Token.random().text
    }

    /// Parses an id; `nil` for another text.
    init?(_ text: String) {
        guard Token(text) != nil else { return nil }
        description = text
    }
}
