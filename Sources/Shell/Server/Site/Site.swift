public import FeatureAPI

/// What a server answers outside its API, such as pages.
public protocol Site: Sendable {
    // PAGE-02: The server of the API carries a site, with the same limits, logs and metrics.

    /// Answers a request for a path outside the API.
    ///
    /// - Parameter request: The request. The site counts it by ``SiteRequest/admit(_:)`` before it reads
    ///   its body.
    /// - Returns: The answer.
    /// - Throws: What the server turns into a problem, and passes to ``response(to:)``.
    func answer(_ request: SiteRequest) async throws -> SiteAnswer

    /// Shows why a request was not answered.
    ///
    /// - Parameter problem: The problem.
    /// - Returns: The answer, with the status of the problem.
    func response(to problem: Problem) -> APIResponse
}

/// The answer of a site.
public struct SiteAnswer: Sendable {
    /// What is answered.
    public enum Content: Sendable {
        /// A complete answer.
        case response(APIResponse)

        /// A stream of events.
        case events(EventStream)
    }

    /// The name of what was asked for, for logs and metrics: not the path, which may have a secret in it.
    public var name: String

    /// What is answered.
    public var content: Content

    /// Who has made the request; `nil` without a session.
    public var caller: Caller?

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - name: The name of what was asked for, for logs and metrics.
    ///   - content: What is answered.
    ///   - caller: Who has made the request.
    public init(_ name: String, _ content: Content, to caller: Caller?) {
        self.name = name
        self.content = content
        self.caller = caller
    }
}
