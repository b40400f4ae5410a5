/// A request to the inspector, whichever server has received it.
///
/// What it asks for is in its address: it has no body.
public struct InspectorRequest: Sendable {
    /// The method, such as `GET`.
    public var method: String

    /// The path and the query, percent-encoded, such as `/log?type=OrderPlaced`.
    public var target: String

    /// The header fields by their names in lower case; `host` is the name and the port that the client asked for.
    public var fields: [String: String]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The path and the query, percent-encoded.
    ///   - fields: The header fields by their names in lower case.
    public init(method: String = "GET", target: String, fields: [String: String] = [:]) {
        self.method = method
        self.target = target
        self.fields = fields
    }
}

extension InspectorRequest {
    /// The path, percent-encoded.
    var path: Substring { target.prefix { $0 != "?" } }

    /// The parameters of the query.
    var parameters: Parameters { Parameters(parsing: target.dropFirst(path.count + 1)) }
}
