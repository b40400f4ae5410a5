import AuthDomain
import FeatureAPI

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

extension Call {
    /// The one version of the field `If-Match`; 0 stands for what does not exist.
    ///
    /// - Throws: A problem if the field names none or several.
    var version: UInt64 {
        get throws(Problem) {
            guard case .versions(let versions) = precondition, versions.count == 1, let version = versions.first else {
                throw Failure.severalVersions.problem
            }
            return version
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

    /// The account that the answer says something of; `nil` if that is the caller's, or there is none.
    var account: AccountID?
}
