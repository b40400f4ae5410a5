public import DomainKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Calls the endpoints of a server.
///
/// **Session.** The token is asked of ``SessionTokens`` before each request.
///
/// **Repeats.** A request is repeated after a lost connection, a timeout, 429 and 503, as ``RetryPolicy`` allows, if that
/// cannot do anything twice. `GET` only reads. Each `POST` has an `Idempotency-Key`, which all its attempts share, so the
/// server answers a repeat as the first. `PUT`, `PATCH` and `DELETE` have `If-Match`: had the first attempt been carried
/// out, a repeat would meet its own change and report a conflict that no one caused. They are repeated only if the server
/// has not carried them out for certain, and end with ``APIError/Code/answerLost`` otherwise.
///
/// **Cancellation.** A cancelled task ends its exchange, and the call throws `CancellationError`.
///
/// Threading: may be shared.
public struct APIClient: Sendable {
    // API-10: A client repeats only what cannot happen twice.

    /// How a client waits and repeats.
    public struct Options: Sendable {
        /// The longest time of one attempt.
        public var timeout: Duration

        /// When requests are repeated.
        public var retry: RetryPolicy

        /// Creates options.
        ///
        /// - Parameters:
        ///   - timeout: The longest time of one attempt.
        ///   - retry: When requests are repeated.
        public init(timeout: Duration = .seconds(30), retry: RetryPolicy = RetryPolicy()) {
            self.timeout = timeout
            self.retry = retry
        }
    }

    let transport: any HTTPTransport
    let options: Options
    private let session: any SessionTokens
    private let ids: any IDGenerator

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - transport: Carries requests to the server.
    ///   - session: Supplies the token of the session.
    ///   - options: How the client waits and repeats.
    ///   - ids: The generator of idempotency keys.
    public init(
        over transport: any HTTPTransport, session: any SessionTokens, options: Options = Options(),
        ids: any IDGenerator = RandomIDGenerator()
    ) {
        self.transport = transport
        self.session = session
        self.options = options
        self.ids = ids
    }

    /// Calls an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - parameters: Its parameters.
    ///   - body: The body.
    ///   - precondition: The version that a change is meant for; needed where the endpoint has
    ///     ``EndpointTraits/precondition``.
    /// - Returns: The answer.
    /// - Throws: ``APIError``; `CancellationError`; errors of encoding and of the session's storage.
    @discardableResult
    public func call<Parameters: APIParameters, Body: APIMessage, Answer: APIMessage>(
        _ endpoint: Endpoint<Parameters, Body, Answer>, _ parameters: Parameters, _ body: Body,
        if precondition: Precondition? = nil
    ) async throws -> Answer {
        var request = try endpoint.request(parameters, body)
        if let precondition { request.fields["if-match"] = precondition.text }
        if request.method == .post { request.fields["idempotency-key"] = ids.next().uuidString.lowercased() }
        let response = try await response(to: request)
        guard response.status == endpoint.description.success else { throw APIError(response) }
        do {
            return try MessageCoding.decodeAnswer(response.body)
        } catch {
            // The answer comes from a server of another version, or of another kind.
            throw APIError(
                code: .serverError,
                problem: Problem(
                    status: response.status, code: APIError.unexpectedAnswer,
                    detail: "status \(response.status) with an answer that this version of the API does not have: "
                        + "check the server's address, and use a client of its version"),
                cause: error)
        }
    }

    /// The request with the session's token.
    func signed(_ request: APIRequest) async throws -> APIRequest {
        guard let token = try await session.current() else { return request }
        var request = request
        request.fields["authorization"] = "Bearer \(token.text)"
        return request
    }
}

extension APIClient {
    /// Calls an endpoint without a body.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - parameters: Its parameters.
    ///   - precondition: The version that a change is meant for.
    /// - Returns: The answer.
    /// - Throws: Errors of ``call(_:_:_:if:)``.
    @discardableResult
    public func call<Parameters: APIParameters, Answer: APIMessage>(
        _ endpoint: Endpoint<Parameters, NoMessage, Answer>, _ parameters: Parameters,
        if precondition: Precondition? = nil
    ) async throws -> Answer {
        try await call(endpoint, parameters, NoMessage(), if: precondition)
    }

    /// Calls an endpoint without parameters.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - body: The body.
    /// - Returns: The answer.
    /// - Throws: Errors of ``call(_:_:_:if:)``.
    @discardableResult
    public func call<Body: APIMessage, Answer: APIMessage>(
        _ endpoint: Endpoint<NoParameters, Body, Answer>, _ body: Body
    ) async throws -> Answer {
        try await call(endpoint, NoParameters(), body)
    }

    /// Calls an endpoint without parameters and body.
    ///
    /// - Parameter endpoint: The endpoint.
    /// - Returns: The answer.
    /// - Throws: Errors of ``call(_:_:_:if:)``.
    @discardableResult
    public func call<Answer: APIMessage>(_ endpoint: Endpoint<NoParameters, NoMessage, Answer>) async throws -> Answer {
        try await call(endpoint, NoParameters(), NoMessage())
    }
}
