import FeatureAPI
import Nacre

/// A request whose endpoint is known, and whose client was admitted.
struct IncomingRequest: Sendable {
    let message: APIRequest

    /// The values of the parameters in the path.
    let pathValues: [String: String]

    let caller: Caller?
    let precondition: Precondition?

    /// The ids of the events that the request causes; `nil` if it cannot be repeated.
    let eventIDs: EventIDs?
}

/// What a route answers.
enum RouteAnswer: Sendable {
    /// A complete answer.
    case response(APIResponse)

    /// A stream of events.
    case events(EventStream)
}
