import FeatureAPI
import PresentationKit

/// The answers that browsers get.
enum PageResponses {
    /// What a page may load, and where it may send forms.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    /// A whole page.
    static func document(_ html: String, status: Int = 200) -> APIResponse {
        APIResponse(
            status: status,
            fields: APIFields([
                "content-type": "text/html; charset=utf-8", "cache-control": "no-store",
                "content-security-policy": policy, "cross-origin-opener-policy": "same-origin",
                // Links of mails have a secret in their URL. Without a referrer at all, forms would have no origin.
                "referrer-policy": "same-origin", "x-frame-options": "DENY",
            ]),
            body: Array(html.utf8))
    }

    /// Leads to another place, by another request.
    static func redirect(to url: String) -> APIResponse {
        APIResponse(status: 303, fields: APIFields(["location": url, "cache-control": "no-store"]))
    }

    /// A value for the script.
    static func json(_ value: some Encodable & Sendable) throws -> APIResponse {
        APIResponse(
            status: 200, fields: APIFields(["content-type": MediaType.json, "cache-control": "no-store"]),
            body: try MessageCoding.encode(value))
    }

    /// Nothing.
    static var empty: APIResponse { APIResponse(status: 204, fields: APIFields(["cache-control": "no-store"])) }
}
