import FeatureAPI

extension Failure {
    /// No route has the path.
    static let noSuchPath = Failure(
        Problem(status: 404, code: "noSuchPath", detail: "there is nothing at this path: see /openapi.json"))

    /// `If-Match` is malformed.
    static let invalidPrecondition = Failure(
        Problem(
            status: 400, code: "invalidPrecondition",
            detail: "If-Match is no list of entity tags: send the ETag as it was read, with its quotation marks"))

    /// `If-Match` does not name one version.
    static let severalVersions = Failure(
        Problem(
            status: 400, code: "invalidPrecondition",
            detail:
                "several changes are made at one version: send If-Match with the ETag as it was read, or \"v0\" for "
                + "what does not exist"))

    /// The header is too large.
    static let headerTooLarge = Failure(
        Problem(
            status: 431, code: "headerTooLarge", detail: "the header is too large: send fewer or shorter fields"))

    /// The request did not arrive, or was not handled, in time.
    static let requestTimeout = Failure(
        Problem(
            status: 408, code: "requestTimeout", detail: "the request did not arrive in time: send it again"))

    /// There are too many event streams.
    static let tooManyStreams = Failure(
        Problem(status: 503, code: "tooManyStreams", detail: "too many event streams are open: try again later"),
        retryAfter: 30)

    /// The account has too many event streams.
    static let tooManyStreamsOfAccount = Failure(
        Problem(
            status: 429, code: "tooManyStreams",
            detail: "too many event streams of this account are open: close one, or try again later"),
        retryAfter: 30)

    /// The body is too large.
    ///
    /// - Parameter limit: The largest body, in bytes.
    /// - Returns: The failure.
    static func bodyTooLarge(limit: Int) -> Failure {
        Failure(
            Problem(
                status: 413, code: "bodyTooLarge", detail: "the body is too large: send at most \(limit) bytes"))
    }

    /// The path is known, the method is not.
    ///
    /// - Parameter methods: The methods of the path.
    /// - Returns: The failure.
    static func methodNotAllowed(_ methods: [APIMethod]) -> Failure {
        let names = methods.map(\.rawValue).sorted().joined(separator: ", ")
        var failure = Failure(
            Problem(
                status: 405, code: "methodNotAllowed", detail: "this path has other methods: use \(names)"))
        failure.fields["allow"] = names
        return failure
    }

    /// The client makes too many requests.
    ///
    /// - Parameter seconds: When the next one is allowed.
    /// - Returns: The failure.
    static func tooManyRequests(retryAfter seconds: Int) -> Failure {
        Failure(
            Problem(
                status: 429, code: "tooManyRequests",
                detail: "too many requests were made from here: wait as long as Retry-After says"),
            retryAfter: seconds)
    }
}
