import FeatureAPI

/// A request whose endpoint is known, and whose client was admitted.
struct IncomingRequest: Sendable {
    let message: APIRequest

    /// The values of the parameters in the path.
    let pathValues: [String: String]

    let caller: Caller?
    let precondition: Precondition?

    /// How a repeat gets the first answer; `nil` if the request has no key.
    let idempotency: Idempotency?
}

/// What a route answers.
enum RouteAnswer: Sendable {
    /// A complete answer.
    case response(APIResponse)

    /// A stream of events.
    case events(EventStream)
}
