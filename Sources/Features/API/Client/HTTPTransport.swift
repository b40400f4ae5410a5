public import DomainKit

/// Carries requests of an ``APIClient`` to its server.
///
/// The client repeats requests, reads problems and adds the session; a transport does one exchange. Its address is that
/// of one server.
public protocol HTTPTransport: Sendable {
    /// Sends a request, and receives the complete answer.
    ///
    /// - Parameters:
    ///   - request: The request; its target is relative to the server's address.
    ///   - timeout: The longest time until the answer is complete.
    /// - Returns: The answer, with any status.
    /// - Throws: ``TransportError`` if there is no answer; `CancellationError` if the task is cancelled, which ends the
    ///   exchange.
    func exchange(_ request: APIRequest, timeout: Duration) async throws -> APIResponse

    /// Sends a request whose answer is a stream, and passes on the stream's bytes as they arrive.
    ///
    /// A server sends a comment every 15 seconds: a longer silence is a lost connection.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - receive: Called with bytes of a stream, in pieces of any size.
    /// - Returns: After the end of the stream, the answer without its body; for a status other than 200, the complete
    ///   answer.
    /// - Throws: ``TransportError`` if there is no answer, or the connection ends within it; errors of `receive`;
    ///   `CancellationError` if the task is cancelled, which ends the exchange.
    func stream(_ request: APIRequest, receive: ([UInt8]) async throws -> Void) async throws -> APIResponse
}

/// Why there is no answer.
public struct TransportError: Error, Sendable {
    /// Whether the server may have received the request, and may have carried it out.
    public let mayBeSent: Bool

    /// The underlying error.
    public let cause: any Error

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - mayBeSent: Whether the server may have received the request.
    ///   - cause: The underlying error.
    public init(mayBeSent: Bool, cause: any Error) {
        self.mayBeSent = mayBeSent
        self.cause = cause
    }
}

extension TransportError: DescribedError {
    /// The underlying error.
    public var description: String { "\(cause)" }
}
