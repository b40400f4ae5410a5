import DomainKit
import FeatureAPI
import ProfileDomain

extension APIClient {
    /// Fetches a profile; `nil` if it was not set up.
    func profile(_ id: UserID) async throws -> ProfileDetails? {
        do {
            return try await mappingErrors(about: id) {
                try await call(ProfileEndpoints.fetchOne, ProfileParameters(id)).details()
            }
        } catch let error as ProfileError where error.code == .notFound {
            return nil
        }
    }
}

/// The result of a closure; errors of the client become those of the domain.
///
/// - Parameters:
///   - id: The user whose profile the request is about, if it is about one.
///   - screenName: The screen name that is requested.
///   - version: The version that a change is meant for.
///   - body: Makes the request.
/// - Returns: The result of `body`.
/// - Throws: `ProfileError`, `ValidationError` or `ConcurrencyConflict`; other errors as they are.
func mappingErrors<Result>(
    about id: UserID? = nil, screenName: String? = nil, expecting version: UInt64? = nil,
    _ body: () async throws -> Result
) async throws -> Result {
    do {
        return try await body()
    } catch let error as APIError {
        let subject = id.map { "profile-\($0)" } ?? "profiles"
        if let known = error.domainError(about: subject, expecting: version) { throw known }
        let code = error.domainCode ?? error.problem?.code
        let codes: [ProfileError.Code] = [
            .notFound, .alreadyComplete, .screenNameTaken, .notShown, .networkUnreachable, .sessionExpired,
            .serverError,
        ]
        guard let found = codes.first(where: { $0.description == code }) else { throw error }
        // The server's text belongs to the same code: only errors of the connection have a cause of their own.
        let cause = error.domainCode == nil ? nil : error
        guard found == .screenNameTaken, let screenName else { throw ProfileError(code: found, user: id, cause: cause) }
        throw ProfileError(code: found, user: id, screenName: try ScreenName(screenName), cause: cause)
    }
}
