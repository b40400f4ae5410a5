/// A method of HTTP.
public enum APIMethod: String, Sendable, Hashable, CaseIterable {
    /// Reads.
    case get = "GET"

    /// Runs a command; idempotent with an ``IdempotencyKey``.
    case post = "POST"

    /// Replaces.
    case put = "PUT"

    /// Changes a part.
    case patch = "PATCH"

    /// Deletes.
    case delete = "DELETE"
}
