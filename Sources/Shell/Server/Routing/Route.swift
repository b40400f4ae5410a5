import AuthDomain
import DomainKit
import FeatureAPI
import Nacre

/// An endpoint with the code that answers it.
struct Route: Sendable {
    let endpoint: EndpointDescription

    /// Whether a request makes the server hash a password, which takes a processor for a tenth of a second.
    private(set) var hashesPassword = false

    let answer: @Sendable (IncomingRequest) async throws -> RouteAnswer

    /// A route that answers with a message.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - repeated: Rebuilds the answer to an earlier request from the events with its ids; `nil` if none is recorded.
    ///     Throws if that request was another one.
    ///   - handle: Answers a request.
    init<Parameters: APIParameters, Body: APIMessage, Answer: APIMessage>(
        _ endpoint: Endpoint<Parameters, Body, Answer>,
        repeated: (@Sendable (Call<Parameters, Body>, EventIDs) async throws -> Reply<Answer>?)? = nil,
        _ handle: @escaping @Sendable (Call<Parameters, Body>) async throws -> Reply<Answer>
    ) {
        let description = endpoint.description
        self.endpoint = description
        answer = { request in
            let call = try request.call(to: endpoint)
            guard let idempotency = request.idempotency else {
                return .response(try APIResponse(try await handle(call), of: description))
            }
            if let reply = try await repeated?(call, idempotency.eventIDs) {
                return .response(try APIResponse(reply, of: description))
            }
            if let kept = try await idempotency.keptAnswer() { return .response(kept) }
            let observed = ObservedEventIDs(idempotency.eventIDs)
            let reply: Reply<Answer>
            do {
                reply = try await repeated == nil ? handle(call) : observed.ids.apply { try await handle(call) }
            } catch {
                // The same request may have come in twice at the same time, also to another process.
                guard let reply = try await repeated?(call, idempotency.eventIDs) else { throw error }
                return .response(try APIResponse(reply, of: description))
            }
            let response = try APIResponse(reply, of: description)
            // Without events, there is no other trace of the request.
            if !observed.isUsed {
                try await idempotency.keep(response, of: reply.account ?? request.caller?.account.id)
            }
            return .response(response)
        }
    }

    /// A route that answers with events.
    init<Parameters: APIParameters, Answer: APIMessage>(
        events endpoint: Endpoint<Parameters, NoMessage, Answer>,
        _ handle: @escaping @Sendable (Call<Parameters, NoMessage>) async throws -> EventStream
    ) {
        self.endpoint = endpoint.description
        answer = { request in .events(try await handle(try request.call(to: endpoint))) }
    }

    /// A route that answers with a text.
    init(
        _ endpoint: Endpoint<NoParameters, NoMessage, NoMessage>,
        text: @escaping @Sendable (Caller?) async throws -> APIResponse
    ) {
        self.endpoint = endpoint.description
        answer = { request in
            _ = try request.call(to: endpoint)
            return .response(try await text(request.caller))
        }
    }
}

extension Route {
    /// The route, limited as one that hashes a password.
    var hashingPassword: Route {
        var route = self
        route.hashesPassword = true
        return route
    }
}

extension APIResponse {
    fileprivate init<Answer: APIMessage>(_ reply: Reply<Answer>, of endpoint: EndpointDescription) throws {
        self.init(status: endpoint.success)
        if let version = reply.version { fields["etag"] = EntityTag(version).description }
        if let location = reply.location { fields["location"] = location }
        guard Answer.schema != nil else { return }
        fields["content-type"] = MediaType.json
        fields["cache-control"] = "no-store"
        body = try JSONText.bytes(of: reply.message)
    }
}
