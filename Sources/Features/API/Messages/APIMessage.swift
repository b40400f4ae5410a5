/// A message of the API: the body of a request or of an answer.
public protocol APIMessage: Codable, Sendable {
    /// The form of its JSON; `nil` if it has no body.
    static var schema: Schema? { get }
}

/// No body.
public struct NoMessage: APIMessage, Hashable {
    /// No schema.
    public static var schema: Schema? { nil }

    /// Creates the value.
    public init() {}
}
