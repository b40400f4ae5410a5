public import AuthDomain
import DomainKit
public import FeatureAPI

/// A request for a path outside the API.
public struct SiteRequest: Sendable {
    /// The method, `GET` also for `HEAD`, whose answer is sent without its body; `nil` for one that has no use here.
    public let method: APIMethod?

    /// The path and the query, percent-encoded.
    public let target: String

    /// The header fields.
    public let fields: APIFields

    /// The host and the port that the client asked for; `nil` if it names none.
    public let host: String?

    private let address: String
    private let limiter: RequestLimiter
    private let readBody: RequestHandler.BodyReader

    init(_ arrival: RequestHandler.Arrival, _ limiter: RequestLimiter, body: @escaping RequestHandler.BodyReader) {
        method = arrival.isHead ? .get : arrival.method
        target = arrival.target
        fields = arrival.fields
        host = arrival.host
        address = arrival.address
        self.limiter = limiter
        readBody = body
    }

    /// Counts the request.
    ///
    /// - Parameter account: The account of the client's session; `nil` without a valid one.
    /// - Throws: A problem if the client has made too many requests.
    public func admit(_ account: AccountID?) throws {
        try limiter.admit(address: address, account: account?.description)
    }

    /// Counts the request as one that makes the server hash a password.
    ///
    /// - Parameter account: The account of the client's session; `nil` without a valid one.
    /// - Throws: A problem if the client has made too many of these.
    public func admitPassword(_ account: AccountID?) throws {
        try limiter.admitPassword(address: address, account: account?.description)
    }

    /// Reads the body.
    ///
    /// - Returns: The bytes.
    /// - Throws: A problem if it is too large; errors of the connection.
    public func body() async throws -> [UInt8] { try await readBody() }
}
