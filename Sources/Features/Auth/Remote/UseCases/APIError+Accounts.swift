import AuthDomain
import DomainKit
import FeatureAPI

extension APIError {
    /// The error of the domain that this one reports.
    ///
    /// - Parameter now: The time at which the answer has arrived, by the client's clock.
    /// - Returns: `AuthError`; `ValidationError` if fields were refused.
    func accountError(at now: Instant) -> any Error {
        if let refusal = refusal(at: now) { return refusal }
        return switch code {
        case .networkUnreachable, .answerLost: AuthError(code: .networkUnreachable, cause: cause ?? self)
        case .sessionExpired: AuthError(code: .sessionExpired, cause: self)
        default: AuthError(code: .serverError, detail: problem.map { "\($0)" } ?? "\(self)", cause: self)
        }
    }

    /// The error that the server's problem names; `nil` if the domain does not know it.
    private func refusal(at now: Instant) -> (any Error)? {
        switch problem?.code {
        case "invalid":
            ValidationError(
                (problem?.failures ?? []).map {
                    // A server does not repeat values.
                    ValidationFailure(field: $0.field, value: "(not disclosed)", message: $0.message)
                })
        // The client's clock may differ from the server's, so the time is counted from the answer.
        case "locked": AuthError(code: .locked, until: retryAfter.map(now.advanced(by:)), cause: self)
        case let code?: Self.codes.first { $0.description == code }.map { AuthError(code: $0, cause: self) }
        case nil: nil
        }
    }

    private static let codes: [AuthError.Code] = [
        .invalidCredentials, .sessionExpired, .linkInvalid, .busy, .notAllowed, .notFound, .notConfirmed, .emailTaken,
    ]
}
