import AuthDomain
import DomainKit
import FeatureAPI
import Logging
import Nacre

/// Answers requests: finds the route, admits the client, and turns every error into a problem.
struct RequestHandler: Sendable {
    let routes: RouteTable
    let authenticate: any Authenticating
    let limiter: RateLimiter
    let answers: any AnswerStore
    let time: any TimeSource

    /// A request as it comes from a connection.
    struct Arrival: Sendable {
        /// The method; `nil` for one that no route has.
        let method: APIMethod?

        /// The request; its method counts only if it is known.
        let message: APIRequest

        /// The address of the client.
        let address: String

        /// The id of the request.
        let id: String
    }

    /// What is logged and measured of an answer, besides its status.
    struct Outcome: Sendable {
        var answer: RouteAnswer

        /// The name of the endpoint; `nil` if there is none.
        var endpoint: EndpointDescription?

        /// The client's session; `nil` without one.
        var caller: Caller?

        /// An error that is the server's fault.
        var unexpected: (any Error)?
    }

    /// Answers a request; never throws.
    func answer(_ arrival: Arrival) async -> Outcome {
        var outcome = Outcome(answer: .response(APIResponse(status: 500)))
        do {
            outcome.answer = try await answer(arrival, &outcome)
        } catch let error as Refusal {
            outcome.answer = .response(response(error.failure, to: arrival.id))
        } catch {
            let isConditional = outcome.endpoint?.traits.contains(.precondition) ?? false
            if let failure = Failure.expected(error, isConditional: isConditional, at: time.now()) {
                outcome.answer = .response(response(failure, to: arrival.id))
            } else {
                outcome.unexpected = error
                outcome.answer = .response(response(.unexpected, to: arrival.id))
            }
        }
        return outcome
    }

    /// A failure that is decided before the route is asked.
    private struct Refusal: Error {
        let failure: Failure
    }

    private func answer(_ arrival: Arrival, _ outcome: inout Outcome) async throws -> RouteAnswer {
        let route: Route
        let pathValues: [String: String]
        switch routes.match(arrival.method, arrival.message.target) {
        case .route(let found, let values): (route, pathValues) = (found, values)
        case .otherMethods(let methods): throw Refusal(failure: .methodNotAllowed(methods))
        case .none:
            try admit("address \(arrival.address)")
            throw Refusal(failure: .noSuchPath)
        }
        outcome.endpoint = route.endpoint
        outcome.caller = try await caller(of: arrival, at: route.endpoint)
        let request = IncomingRequest(
            message: arrival.message, pathValues: pathValues, caller: outcome.caller,
            precondition: try precondition(of: arrival.message, at: route.endpoint), eventIDs: nil)
        let account = outcome.caller?.account.id.description
        return try await EventContext.with(correlationID: arrival.id, actor: account) {
            try await answer(request, by: route)
        }
    }

    private func answer(_ request: IncomingRequest, by route: Route) async throws -> RouteAnswer {
        guard request.message.method == .post, let text = request.message.fields["idempotency-key"] else {
            return try await route.answer(request)
        }
        let path = request.message.target.prefix { $0 != "?" }
        let identity = RequestIdentity(
            account: request.caller?.account.id.description, route: "\(request.message.method.rawValue) \(path)",
            key: try IdempotencyKey(text).text)
        let repeatable = IncomingRequest(
            message: request.message, pathValues: request.pathValues, caller: request.caller,
            precondition: request.precondition, eventIDs: identity.eventIDs)
        return .response(
            try await answers.answer(to: identity, body: request.message.body) {
                guard case .response(let response) = try await route.answer(repeatable) else {
                    throw Failure.unexpected.problem
                }
                return response
            })
    }

    /// Finds who makes a request, and counts it: by session, or by address without one.
    private func caller(of arrival: Arrival, at endpoint: EndpointDescription) async throws -> Caller? {
        let address = "address \(arrival.address)"
        guard let token = bearer(of: arrival.message) else {
            try admit(address)
            guard !endpoint.traits.contains(.session) else { throw AuthError(code: .sessionExpired) }
            return nil
        }
        do {
            let account = try await authenticate(token)
            try admit("session \(account.session.id)")
            return Caller(account: account, token: token)
        } catch let error as AuthError where error.code == .sessionExpired {
            try admit(address)
            guard endpoint.traits.contains(.session) else { return nil }
            throw error
        }
    }

    private func bearer(of message: APIRequest) -> Token? {
        guard let value = message.fields["authorization"] else { return nil }
        let parts = value.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return Token(String(parts[1]))
    }

    private func admit(_ client: String) throws {
        guard let seconds = limiter.admit(client) else { return }
        throw Refusal(failure: .tooManyRequests(retryAfter: seconds))
    }

    private func precondition(
        of message: APIRequest, at endpoint: EndpointDescription
    ) throws -> Precondition? {
        guard endpoint.traits.contains(.precondition) else { return nil }
        guard let text = message.fields["if-match"] else { throw Refusal(failure: .preconditionRequired) }
        guard let precondition = Precondition(text) else { throw Refusal(failure: .invalidPrecondition) }
        return precondition
    }

    /// The answer for a failure.
    func response(_ failure: Failure, to id: String) -> APIResponse {
        do {
            return try failure.response(to: id)
        } catch {
            // A problem consists of strings and numbers, whose encoding cannot fail.
            return APIResponse(status: failure.problem.status, fields: failure.fields)
        }
    }
}

extension RequestHandler {
    /// Whether a session that was valid is so still.
    ///
    /// - Parameter caller: The session.
    /// - Returns: Whether it is.
    /// - Throws: Errors of the storage.
    func isValid(_ caller: Caller) async throws -> Bool {
        do {
            _ = try await authenticate(caller.token)
            return true
        } catch let error as AuthError where error.code == .sessionExpired {
            return false
        }
    }
}
