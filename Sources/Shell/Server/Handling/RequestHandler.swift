import AuthDomain
import DomainKit
import FeatureAPI
import Logging
import Nacre

/// Answers requests: finds the route, admits the client, and turns every error into a problem.
struct RequestHandler: Sendable {
    let routes: RouteTable

    /// What is answered outside the API; `nil` if nothing is.
    let site: (any Site)?

    let authenticate: any Authenticating
    let limiter: RequestLimiter
    let answers: any AnswerStore
    let time: any TimeSource
    let inFlight = RequestsInFlight()

    /// A request as it comes from a connection, without its body.
    struct Arrival: Sendable {
        /// The method; `nil` for one that no route has.
        let method: APIMethod?

        /// Whether the method is `HEAD`, which no route has.
        var isHead = false

        /// The path and the query, percent-encoded.
        let target: String

        /// The header fields.
        let fields: APIFields

        /// The address of the client.
        let address: String

        /// The id of the request.
        let id: String

        /// The host and the port that the client asked for; `nil` if it names none.
        var host: String?

        /// Why the request is refused whatever it asks for; `nil` if it is not.
        var refusal: Failure?
    }

    /// Reads the body of a request.
    typealias BodyReader = @Sendable () async throws -> [UInt8]

    /// What is logged and measured of an answer, besides its status.
    struct Outcome: Sendable {
        var answer: RouteAnswer

        /// The name of the endpoint; `nil` if there is none.
        var endpoint: String?

        /// The client's session; `nil` without one.
        var caller: Caller?

        /// The address of the client.
        var address = ""

        /// Who the client is for limits: its account, or its address without one.
        var client: String { caller.map { "account \($0.account.id)" } ?? "address \(address)" }

        /// Whether the request named versions, so that a conflict violates its precondition.
        var namesVersions = false

        /// An error that is the server's fault.
        var unexpected: (any Error)?
    }

    /// Answers a request; never throws.
    ///
    /// - Parameters:
    ///   - arrival: The request.
    ///   - body: Reads its body. It is called once the client is admitted, and not for a request that is refused.
    /// - Returns: The answer.
    func answer(_ arrival: Arrival, body: @escaping BodyReader) async -> Outcome {
        var outcome = Outcome(answer: .response(APIResponse(status: 500)), address: arrival.address)
        do {
            if let site = site(of: arrival) {
                try await answer(arrival, body, by: site, &outcome)
            } else {
                outcome.answer = try await answer(arrival, body, &outcome)
            }
        } catch {
            if let failure = Failure.expected(
                error, to: outcome.caller?.account.id, isConditional: outcome.namesVersions, at: time.now())
            {
                outcome.answer = .response(response(failure, to: arrival))
                // The client may try again; the operator must know why.
                if error is any SecretStoreFailure { outcome.unexpected = error }
            } else {
                outcome.unexpected = error
                outcome.answer = .response(response(.unexpected, to: arrival))
            }
        }
        return outcome
    }

    private func answer(
        _ arrival: Arrival, _ body: BodyReader, _ outcome: inout Outcome
    ) async throws -> RouteAnswer {
        let (route, pathValues) = try route(of: arrival)
        outcome.endpoint = route.endpoint.name
        outcome.caller = try await caller(of: arrival, at: route)
        let precondition = try precondition(of: arrival, at: route.endpoint)
        if case .versions = precondition { outcome.namesVersions = true }
        let request = IncomingRequest(
            message: APIRequest(
                route.endpoint.method, arrival.target, fields: arrival.fields, body: try await body()),
            pathValues: pathValues, caller: outcome.caller, precondition: precondition, idempotency: nil)
        let account = outcome.caller?.account.id.description
        return try await EventContext.with(correlationID: arrival.id, actor: account) {
            try await answer(request, by: route, client: account ?? "address \(arrival.address)")
        }
    }

    private func answer(
        _ request: IncomingRequest, by route: Route, client: String
    ) async throws -> RouteAnswer {
        guard request.message.method == .post, let text = request.message.fields["idempotency-key"] else {
            return try await route.answer(request)
        }
        let path = request.message.target.prefix { $0 != "?" }
        let identity = RequestIdentity(
            client: client, route: "\(request.message.method.rawValue) \(path)", key: try IdempotencyKey(text).text)
        let repeatable = IncomingRequest(
            message: request.message, pathValues: request.pathValues, caller: request.caller,
            precondition: request.precondition,
            idempotency: Idempotency(of: identity, body: request.message.body, answers: answers, time: time))
        return .response(
            try await inFlight.answer(to: identity, body: request.message.body) {
                guard case .response(let response) = try await route.answer(repeatable) else {
                    throw Failure.unexpected.problem
                }
                return response
            })
    }

    /// The answer for a failure.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - arrival: The request.
    /// - Returns: The answer: a problem of the API, or what the site shows for it.
    func response(_ failure: Failure, to arrival: Arrival) -> APIResponse {
        if let site = site(of: arrival) { return failure.response(to: arrival.id, by: site) }
        do {
            return try failure.response(to: arrival.id)
        } catch {
            // A problem consists of strings and numbers, whose encoding cannot fail.
            return APIResponse(status: failure.problem.status, fields: failure.fields)
        }
    }
}

// API-20: A request is counted before its body is read, by account, and by address without one.
extension RequestHandler {
    /// Finds the route of a request; one without a route is counted, too.
    private func route(of arrival: Arrival) throws(Failure) -> (Route, pathValues: [String: String]) {
        let failure: Failure
        switch routes.match(arrival.method, arrival.target) {
        case .route(let route, let pathValues):
            guard let refusal = arrival.refusal else { return (route, pathValues) }
            failure = refusal
        case .otherMethods(let methods): failure = arrival.refusal ?? .methodNotAllowed(methods)
        case .none: failure = arrival.refusal ?? .noSuchPath
        }
        try limiter.admit(address: arrival.address)
        throw failure
    }

    /// Finds who makes a request, and counts it.
    private func caller(of arrival: Arrival, at route: Route) async throws -> Caller? {
        func admit(_ account: String? = nil) throws(Failure) {
            try limiter.admit(
                address: arrival.address, account: account, hashesPassword: route.hashesPassword)
        }
        let needsSession = route.endpoint.traits.contains(.session)
        guard let token = bearer(of: arrival.fields) else {
            try admit()
            guard !needsSession else { throw AuthError(code: .sessionExpired) }
            return nil
        }
        let account: AuthenticatedAccount
        do {
            account = try await authenticate(token)
        } catch let error as AuthError where error.code == .sessionExpired {
            try admit()
            guard needsSession else { return nil }
            throw error
        }
        try admit(account.id.description)
        return Caller(account: account, token: token)
    }

    private func bearer(of fields: APIFields) -> Token? {
        guard let value = fields["authorization"] else { return nil }
        let parts = value.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return Token(String(parts[1]))
    }

    private func precondition(
        of arrival: Arrival, at endpoint: EndpointDescription
    ) throws(Failure) -> Precondition? {
        guard endpoint.traits.contains(.precondition) else { return nil }
        guard let text = arrival.fields["if-match"] else { throw .preconditionRequired }
        guard let precondition = Precondition(text) else { throw .invalidPrecondition }
        return precondition
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
