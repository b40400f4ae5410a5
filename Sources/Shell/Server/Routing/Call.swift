import AuthDomain
import FeatureAPI

/// Who makes a request.
struct Caller: Sendable {
    let account: AuthenticatedAccount
    let token: Token
}

/// A request to one endpoint, with typed parameters and body.
struct Call<Parameters: APIParameters, Body: APIMessage>: Sendable {
    let parameters: Parameters
    let body: Body

    /// The field `If-Match`.
    let precondition: Precondition?

    /// The field `Last-Event-ID`.
    let lastEventID: String?

    private let knownCaller: Caller?

    init(_ request: IncomingRequest, _ parameters: Parameters, _ body: Body) {
        self.parameters = parameters
        self.body = body
        precondition = request.precondition
        lastEventID = request.message.fields["last-event-id"]
        knownCaller = request.caller
    }

    /// Who makes the request.
    ///
    /// - Throws: `AuthError` `sessionExpired` if it was made without a session.
    var caller: Caller {
        get throws(AuthError) {
            guard let knownCaller else { throw AuthError(code: .sessionExpired) }
            return knownCaller
        }
    }
}

/// The answer to a ``Call``.
struct Reply<Answer: APIMessage>: Sendable {
    let message: Answer

    /// The version for the field `ETag`.
    var version: UInt64?

    /// The path for the field `Location`.
    var location: String?
}
