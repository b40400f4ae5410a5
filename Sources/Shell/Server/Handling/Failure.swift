import AuthDomain
import DomainKit
import FeatureAPI
import ItemsDomain
import Nacre
import ProfileDomain

/// A problem with the header fields that belong to it.
struct Failure: Error {
    var problem: Problem
    var fields = APIFields()

    init(_ problem: Problem, retryAfter seconds: Int? = nil) {
        self.problem = problem
        if let seconds { fields["retry-after"] = "\(seconds)" }
        if problem.status == 401 { fields["www-authenticate"] = "Bearer" }
    }

    init(_ status: Int, _ code: String, _ error: any Error, retryAfter seconds: Int? = nil) {
        self.init(Problem(status: status, code: code, detail: "\(error)"), retryAfter: seconds)
    }

    /// The answer.
    ///
    /// - Parameter id: The id of the request.
    /// - Returns: The answer.
    /// - Throws: Errors of encoding.
    func response(to id: String) throws -> APIResponse {
        var problem = problem
        problem.requestId = id
        var response = APIResponse(status: problem.status, fields: fields, body: try MessageCoding.encode(problem))
        response.fields["content-type"] = MediaType.problem
        response.fields["cache-control"] = "no-store"
        return response
    }
}

extension Failure {
    // API-06: Every error of the domain is mapped to its status in one place.

    /// The failure of an error.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - caller: The account that makes the request; `nil` without a session.
    ///   - isConditional: Whether the request named versions, which a conflict then violates.
    ///   - now: The time of the answer.
    /// - Returns: The failure; `nil` if the error is unexpected, and nothing about it is for the client.
    static func expected(
        _ error: any Error, to caller: AccountID?, isConditional: Bool, at now: Instant
    ) -> Failure? {
        switch error {
        case let error as Failure: error
        case let error as Problem: Failure(error)
        case let error as ValidationError: Failure(Problem(error))
        case let error as MessageError: Failure(400, error == .notUTF8 ? "notUTF8" : "notJSON", error)
        case let error as AuthError: of(error, at: now)
        case let error as ItemError: of(error)
        case let error as ProfileError: of(error)
        case is CancellationError, is any SecretStoreFailure: overloaded
        case let error as PersonalDataError where error.code == .erased: of(error, to: caller, at: now)
        default:
            if error.isConflict {
                isConditional
                    ? staleVersion(present: presentVersion(in: error))
                    : Failure(Problem(status: 409, code: "conflict", detail: conflictDetail))
            } else if let error = error as? EventStoreError {
                of(error)
            } else {
                nil
            }
        }
    }

    private static func of(_ error: AuthError, at now: Instant) -> Failure? {
        let code = error.code.description
        return switch error.code {
        case .invalidCredentials, .sessionExpired: Failure(401, code, error)
        case .notAllowed: Failure(403, code, error)
        case .notFound: Failure(404, code, error)
        case .emailTaken: Failure(409, code, error)
        case .linkInvalid: Failure(422, code, error)
        case .locked: Failure(423, code, error, retryAfter: error.until.map { seconds(from: now, to: $0) } ?? 30)
        case .busy: Failure(503, code, error, retryAfter: 5)
        default: nil
        }
    }

    private static func of(_ error: PersonalDataError, to caller: AccountID?, at now: Instant) -> Failure? {
        if let caller, error.person == PersonID(high: caller.high, low: caller.low) {
            // The account was deleted while the request was handled.
            return of(AuthError(code: .sessionExpired), at: now)
        }
        let reason = "was deleted or never existed: register it first"
        let failure = ValidationFailure(field: "account", value: "\(error.person)", message: reason)
        return Failure(Problem(ValidationError(failure)))
    }

    private static func of(_ error: ItemError) -> Failure? {
        let code = error.code.description
        return switch error.code {
        case .notFound: Failure(404, code, error)
        case .erased: of(ItemError(code: .notFound, id: error.id))
        case .alreadyExists, .deleted: Failure(409, code, error)
        case .notShown: notShown
        default: nil
        }
    }

    private static func of(_ error: ProfileError) -> Failure? {
        let code = error.code.description
        return switch error.code {
        case .notFound, .erased: Failure(404, "notFound", error)
        case .alreadyComplete, .screenNameTaken: Failure(409, code, error)
        case .notShown: notShown
        default: nil
        }
    }

    private static func of(_ error: EventStoreError) -> Failure? {
        switch error.code {
        case .idempotencyMismatch: otherRequest
        case .closed, .locked, .appendsStopped, .diskFull, .unreachable, .diverged: overloaded
        default: nil
        }
    }

    private static func seconds(from now: Instant, to time: Instant) -> Int {
        let nanoseconds = max(0, time.nanosecondsSince1970 - now.nanosecondsSince1970)
        return Int((nanoseconds + 999_999_999) / 1_000_000_000)
    }

    private static let conflictDetail = "something else has changed it at the same time: read it again and decide again"

    /// `If-Match` names another version.
    private static func staleVersion(present version: UInt64?) -> Failure {
        var problem = Problem(
            status: 412, code: "staleVersion",
            detail: "it is at another version than If-Match names: read it again and decide again")
        problem.version = version
        return Failure(problem)
    }

    /// The version that a conflict has found; `nil` if it is about something else than a version.
    private static func presentVersion(in error: any Error) -> UInt64? {
        if let error = error as? ConcurrencyConflict { return error.actual }
        for case .expectation(_, _, let actual) in (error as? EventStoreError)?.violations ?? [] { return actual }
        return nil
    }

    /// `If-Match` is missing.
    static let preconditionRequired = Failure(
        Problem(
            status: 428, code: "preconditionRequired",
            detail: "a change must name the version that it is meant for: send If-Match with the ETag that was read"))

    /// The idempotency key was used for another request.
    static let otherRequest = Failure(
        Problem(
            status: 422, code: "idempotencyKeyReused",
            detail: "another request was made with this Idempotency-Key: use a new key for a new request"))

    /// The server cannot do it now.
    static let overloaded = Failure(
        Problem(
            status: 503, code: "unavailable",
            detail: "the server could not finish the request: repeat it with the same Idempotency-Key"),
        retryAfter: 5)

    private static let notShown = Failure(
        Problem(
            status: 503, code: "notShown",
            detail: "the change is recorded, but cannot be shown yet: repeat it with the same Idempotency-Key"),
        retryAfter: 1)

    /// An error that is the server's fault; its text is in the log alone.
    static let unexpected = Failure(
        Problem(
            status: 500, code: "unexpected",
            detail: "the server failed: report the id of the request to its operator"))
}
