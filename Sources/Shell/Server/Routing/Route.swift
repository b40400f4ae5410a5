import DomainKit
import FeatureAPI
import Nacre

/// An endpoint with the code that answers it.
struct Route: Sendable {
    let endpoint: EndpointDescription
    let answer: @Sendable (IncomingRequest) async throws -> RouteAnswer

    /// A route that answers with a message.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - repeated: Rebuilds the answer to an earlier request from the event with an id; `nil` if no such event is
    ///     recorded. Throws if that request was another one.
    ///   - handle: Answers a request.
    init<Parameters: APIParameters, Body: APIMessage, Answer: APIMessage>(
        _ endpoint: Endpoint<Parameters, Body, Answer>,
        repeated: (@Sendable (Call<Parameters, Body>, EventID) async throws -> Reply<Answer>?)? = nil,
        _ handle: @escaping @Sendable (Call<Parameters, Body>) async throws -> Reply<Answer>
    ) {
        let description = endpoint.description
        self.endpoint = description
        answer = { request in
            let call = try request.call(to: endpoint)
            guard let ids = request.eventIDs, let repeated else {
                return .response(try APIResponse(try await handle(call), of: description))
            }
            if let reply = try await repeated(call, ids[0]) {
                return .response(try APIResponse(reply, of: description))
            }
            do {
                let reply = try await ids.apply { try await handle(call) }
                return .response(try APIResponse(reply, of: description))
            } catch {
                // The same request may have come in twice at the same time, also to another process.
                guard let reply = try await repeated(call, ids[0]) else { throw error }
                return .response(try APIResponse(reply, of: description))
            }
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
    init(_ endpoint: EndpointDescription, text: @escaping @Sendable (Caller?) async throws -> APIResponse) {
        self.endpoint = endpoint
        answer = { request in .response(try await text(request.caller)) }
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
        body = try MessageCoding.encode(reply.message)
    }
}
