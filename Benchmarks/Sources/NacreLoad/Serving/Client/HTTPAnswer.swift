package import NIOCore
package import NIOHTTP1

/// A request, ready to be written.
package struct HTTPCall: Sendable {
    package var head: HTTPRequestHead
    package var body: ByteBuffer?

    package init(
        _ method: HTTPMethod, _ target: String, token: String? = nil, fields: [(String, String)] = [],
        body: ByteBuffer? = nil
    ) {
        var headers = HTTPHeaders([("host", "127.0.0.1")] + fields)
        if let token { headers.add(name: "authorization", value: "Bearer \(token)") }
        if let body {
            headers.add(name: "content-type", value: "application/json")
            headers.add(name: "content-length", value: "\(body.readableBytes)")
        }
        head = HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: headers)
        self.body = body
    }
}

/// A complete answer.
package struct HTTPAnswer: Sendable {
    package var head: HTTPResponseHead
    package var body = ByteBuffer()

    package var status: Int { Int(head.status.code) }

    /// The body as text, for messages about unexpected answers.
    package var text: String { String(buffer: body) }
}
