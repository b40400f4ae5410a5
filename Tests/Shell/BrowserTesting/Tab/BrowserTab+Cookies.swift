import FeatureAPI

extension BrowserTab {
    /// The cookies that the page's server is sent.
    package func cookies() async throws -> [BrowserCookie] { try await send(.get, "/cookie") }

    /// Adds a cookie for the page's server.
    package func setCookie(_ name: String, to value: String) async throws {
        try await send(.post, "/cookie", ["cookie": ["name": .string(name), "value": .string(value)]])
    }

    /// Removes all cookies of the page's server.
    package func removeCookies() async throws { try await send(.delete, "/cookie") }
}

/// A cookie of a browser.
package struct BrowserCookie: Decodable, Hashable, Sendable {
    package let name: String
    package let value: String
    package let path: String
    package let domain: String
    package let secure: Bool
    package let httpOnly: Bool

    /// `Strict`, `Lax` or `None`.
    package let sameSite: String?

    /// When it ends, in seconds since 1970; `nil` if it ends with the browser.
    package let expiry: Int?
}
