public import DomainKit

/// Fetching one profile.
///
/// Throws ``ProfileError`` `notFound` if it was never set up.
public protocol ProfileFetching: UseCase where Input == UserID, Output == ProfileDetails {}

/// Fetches one profile from a read model.
public struct FetchProfile: ProfileFetching {
    private let queries: any ProfileQueries

    /// Creates the use case.
    ///
    /// - Parameter queries: The read model.
    public init(queries: any ProfileQueries) {
        self.queries = queries
    }

    /// Fetches a profile.
    ///
    /// - Parameter user: The user whose profile it is.
    /// - Returns: Its details.
    /// - Throws: What ``ProfileFetching`` throws.
    public func callAsFunction(_ user: UserID) async throws -> ProfileDetails {
        guard let details = try await queries.profile(user) else {
            throw ProfileError(code: .notFound, user: user)
        }
        return details
    }
}
