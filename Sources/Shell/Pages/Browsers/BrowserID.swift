import AuthDomain

/// A browser, which its cookie names.
struct BrowserID: Sendable, Hashable {
    /// The value of the cookie: 43 characters of base64url.
    let text: String

    /// Creates a new id.
    init() {
        text = Token.random().text
    }

    /// Parses the value of a cookie; `nil` for another text.
    init?(_ text: String) {
        guard Token(text) != nil else { return nil }
        self.text = text
    }
}
