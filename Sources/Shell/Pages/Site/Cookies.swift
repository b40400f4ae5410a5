import AuthDomain
import DomainKit
import FeatureAPI
import HTMLRendering

/// The cookies of a browser: which browser it is, and its session.
///
/// Neither can be read by scripts, nor is sent with requests that other sites make, but for following a link.
struct Cookies: Sendable {
    // PAGE-05: Cookies are out of the reach of scripts and of other sites, and forms prove where they come from.

    private static let browser = "nacre-browser"
    private static let session = "nacre-session"

    /// The browser; `nil` for its first request.
    let browser: BrowserID?

    /// The token of the session; `nil` without one.
    let session: Token?

    /// Reads the cookies of a request.
    ///
    /// - Parameters:
    ///   - fields: The header fields.
    ///   - isSecure: Whether the server has TLS: the names of the cookies say then that only it has set them.
    init(_ fields: APIFields, isSecure: Bool) {
        var values: [Substring: Substring] = [:]
        for cookie in (fields["cookie"] ?? "").split(separator: ";") {
            let parts = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            // Of two cookies of one name, another site may have set one.
            values[parts[0]] = values[parts[0]] == nil ? parts[1] : ""
        }
        func value(_ name: String) -> String? { values[Self.name(name, isSecure)[...]].map(String.init) }
        browser = value(Self.browser).flatMap(BrowserID.init)
        session = value(Self.session).flatMap { Token($0) }
    }

    /// Proves that a form was made for a browser and its session.
    ///
    /// - Parameters:
    ///   - browser: The browser.
    ///   - session: The token of its session; `nil` without one.
    /// - Returns: The proof, which takes the cookies to make.
    static func proof(of browser: BrowserID, _ session: Token?) -> String {
        SHA256.digest(of: Array("nacre form\n\(browser.text)\n\(session?.text ?? "")".utf8))
    }

    /// The field `Set-Cookie` that names a browser.
    static func setting(_ browser: BrowserID, isSecure: Bool) -> String {
        // A year.
        field(Self.browser, browser.text, seconds: 31_536_000, isSecure)
    }

    /// The field `Set-Cookie` that gives a session; without one it ends.
    static func setting(_ signedIn: SignedIn?, isSecure: Bool) -> String {
        // A session ends at the server, and lives longer while it is used.
        field(session, signedIn?.token.text ?? "", seconds: signedIn == nil ? 0 : 31_536_000, isSecure)
    }

    private static func field(_ name: String, _ value: String, seconds: Int64, _ isSecure: Bool) -> String {
        "\(Self.name(name, isSecure))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
            + (isSecure ? "; Secure" : "")
    }

    private static func name(_ name: String, _ isSecure: Bool) -> String { isSecure ? "__Host-\(name)" : name }
}
