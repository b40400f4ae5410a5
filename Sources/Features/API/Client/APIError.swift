public import DomainKit

/// Why a call of an ``APIClient`` failed.
///
/// Features map it to the errors of their domains.
public struct APIError: Error, Sendable {
    /// The error codes; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// The server cannot be reached; it has carried out nothing.
        public static let networkUnreachable = Code(description: "networkUnreachable")

        /// The request was sent and its answer lost; the server may have carried it out.
        public static let answerLost = Code(description: "answerLost")

        /// There is no session, or it has ended.
        public static let sessionExpired = Code(description: "sessionExpired")

        /// The server refuses the request: ``APIError/problem`` says why.
        public static let refused = Code(description: "refused")

        /// The server reports an error, or answers with something else than the API describes.
        public static let serverError = Code(description: "serverError")
    }

    /// The error code.
    public let code: Code

    /// The problem that the server reports; `nil` if there is no answer of the API.
    public let problem: Problem?

    /// The time after which the server allows another attempt; `nil` if it gives none.
    public let retryAfter: Duration?

    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - problem: The problem that the server reports.
    ///   - retryAfter: The time after which the server allows another attempt.
    ///   - cause: The underlying error, if there is one.
    public init(
        code: Code, problem: Problem? = nil, retryAfter: Duration? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.problem = problem
        self.retryAfter = retryAfter
        self.cause = cause
    }
}

extension APIError: DescribedError {
    /// What is wrong, and the remedy.
    public var description: String {
        let reason = (problem.map { "\($0)" } ?? cause.map { "\($0)" }).map { "\(DisplayedText($0, limit: 500))" }
        return switch code {
        case .networkUnreachable:
            "the server cannot be reached\(reason.map { ": \($0)" } ?? ""): check the network and the server's address"
        case .answerLost:
            "the connection ended before the answer\(reason.map { ": \($0)" } ?? ""): read again whether the change "
                + "was made"
        case .sessionExpired: "the session has ended: sign in again"
        default: "the server answered: \(reason ?? "\(code)")"
        }
    }
}
