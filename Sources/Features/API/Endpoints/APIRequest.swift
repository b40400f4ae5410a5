/// A request of the API, independent of the library that carries it.
public struct APIRequest: Sendable {
    /// The method.
    public var method: APIMethod

    /// The path and the query, percent-encoded: `/v1/items?limit=10`.
    public var target: String

    /// The header fields.
    public var fields: APIFields

    /// The body; empty if there is none.
    public var body: [UInt8]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The path and the query, percent-encoded.
    ///   - fields: The header fields.
    ///   - body: The body.
    public init(_ method: APIMethod, _ target: String, fields: APIFields = APIFields(), body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
    }
}

/// An answer of the API, complete.
public struct APIResponse: Sendable {
    /// The status code.
    public var status: Int

    /// The header fields.
    public var fields: APIFields

    /// The body; empty if there is none.
    public var body: [UInt8]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The header fields.
    ///   - body: The body.
    public init(status: Int, fields: APIFields = APIFields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
