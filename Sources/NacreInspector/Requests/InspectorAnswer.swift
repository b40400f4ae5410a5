/// The answer of the inspector.
public struct InspectorAnswer: Sendable {
    /// What is answered.
    public enum Content: Sendable {
        /// A complete body.
        case body([UInt8])

        /// A stream of server-sent events.
        case events(HeadEvents)
    }

    /// The status of HTTP.
    public var status: Int

    /// The header fields by their names in lower case.
    public var fields: [String: String]

    /// What is answered.
    public var content: Content

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: The status of HTTP.
    ///   - fields: The header fields by their names in lower case.
    ///   - content: What is answered.
    public init(status: Int, fields: [String: String], content: Content) {
        self.status = status
        self.fields = fields
        self.content = content
    }
}

extension InspectorAnswer {
    /// What a page may load, and where it may send forms.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    /// The fields of every answer.
    private static let always = [
        "cache-control": "no-store", "content-security-policy": policy, "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin", "referrer-policy": "same-origin",
        "x-content-type-options": "nosniff", "x-frame-options": "DENY",
    ]

    /// A page, or a part of one.
    static func html(_ html: String, status: Int = 200) -> InspectorAnswer {
        InspectorAnswer(
            status: status, fields: always.merging(["content-type": "text/html; charset=utf-8"]) { $1 },
            content: .body(Array(html.utf8)))
    }

    /// Leads to another address, by another request.
    static func redirect(to address: String) -> InspectorAnswer {
        InspectorAnswer(status: 303, fields: always.merging(["location": address]) { $1 }, content: .body([]))
    }

    /// A file that pages refer to by an address that changes with it.
    static func asset(_ asset: Asset) -> InspectorAnswer {
        InspectorAnswer(
            status: 200,
            fields: always.merging([
                "content-type": asset.mediaType, "cache-control": "public, max-age=31536000, immutable",
            ]) { $1 }, content: .body(asset.bytes))
    }

    /// A stream of events.
    static func events(_ events: HeadEvents) -> InspectorAnswer {
        InspectorAnswer(
            status: 200, fields: always.merging(["content-type": "text/event-stream"]) { $1 },
            content: .events(events))
    }
}
