import AuthDomain
import DomainKit
import FeatureAPI

/// Calls the endpoints of accounts, in the session of a token or in none.
struct AccountCalls: Sendable {
    let transport: any HTTPTransport
    let options: APIClient.Options
    let time: any TimeSource

    /// Calls an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - body: The body.
    ///   - token: The token of the session; `nil` for none.
    /// - Returns: The answer.
    /// - Throws: `AuthError` or `ValidationError` for what the server answers; `CancellationError`.
    @discardableResult
    func call<Body: APIMessage, Answer: APIMessage>(
        _ endpoint: Endpoint<NoParameters, Body, Answer>, _ body: Body, as token: Token? = nil
    ) async throws -> Answer {
        let session = FixedSession(token.map { SessionToken($0.text) })
        do {
            return try await APIClient(over: transport, session: session, options: options).call(endpoint, body)
        } catch let error as APIError {
            throw error.accountError(at: time.now())
        }
    }

    /// Calls an endpoint, and maps its answer to the domain.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - body: The body.
    ///   - token: The token of the session; `nil` for none.
    ///   - map: Maps the answer.
    /// - Returns: The mapped answer.
    /// - Throws: Errors of ``call(_:_:as:)``; `AuthError` `serverError` if the answer cannot be mapped.
    func call<Body: APIMessage, Answer: APIMessage, Result>(
        _ endpoint: Endpoint<NoParameters, Body, Answer>, _ body: Body, as token: Token? = nil,
        _ map: (Answer) throws -> Result
    ) async throws -> Result {
        let answer = try await call(endpoint, body, as: token)
        do {
            return try map(answer)
        } catch {
            throw AuthError(code: .serverError, detail: "its answer is invalid: \(error)", cause: error)
        }
    }
}
