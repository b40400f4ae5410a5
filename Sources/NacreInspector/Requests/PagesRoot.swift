/// Where the pages of an inspector are on their server: at its root, or under a path of it.
///
/// Views, templates and questions know addresses without that path, such as `/log`.
struct PagesRoot: Hashable, Sendable {
    // INSP-08: The inspector is mounted under a path, for sessions of operators.

    /// The attributes of elements whose values are addresses, up to the first quote.
    private static let attributes = ["href", "src", "action", "data-rows", "data-head"].map { Array(" \($0)=\"".utf8) }

    /// The path without a slash at its end; empty for the root of the server.
    let path: String

    /// The request with the address that views know.
    ///
    /// - Parameter request: The request as the server has received it.
    /// - Returns: The request.
    /// - Throws: ``InspectorError`` if it is for another path.
    func own(_ request: InspectorRequest) throws(InspectorError) -> InspectorRequest {
        guard !path.isEmpty else { return request }
        guard request.path == path || request.path.hasPrefix(path + "/") else { throw .noSuchPage }
        let rest = request.target.dropFirst(path.count)
        var own = request
        own.target = rest.hasPrefix("/") ? String(rest) : "/" + rest
        return own
    }

    /// HTML whose addresses are those of the server.
    ///
    /// Text of events cannot look like an attribute: its quotes are escaped.
    func placed(_ html: String) -> String {
        guard !path.isEmpty else { return html }
        var placed: [UInt8] = []
        placed.reserveCapacity(html.utf8.count + html.utf8.count / 16)
        for byte in html.utf8 {
            if byte == UInt8(ascii: "/"), placed.last == UInt8(ascii: "\""),
                Self.attributes.contains(where: { placed.suffix($0.count).elementsEqual($0) })
            {
                placed += path.utf8
            }
            placed.append(byte)
        }
        return String(decoding: placed, as: UTF8.self)
    }

    /// An answer that leads to an address of the server, if it leads anywhere.
    func placed(_ answer: InspectorAnswer) -> InspectorAnswer {
        var answer = answer
        answer.fields["location"] = answer.fields["location"].map { path + $0 }
        return answer
    }
}
