public import DomainKit

/// Observing one profile: its present details, then its details after each change.
///
/// The value is `nil` until the profile is set up. `LiveValues` documents which values are delivered and how observing
/// ends.
public protocol ProfileObserving: Sendable {
    /// Observes a profile.
    ///
    /// - Parameter user: The user whose profile it is.
    /// - Returns: Its details.
    func callAsFunction(_ user: UserID) -> LiveValues<ProfileDetails?>
}

/// Observes one profile of a read model.
public struct ObserveProfile: ProfileObserving {
    private let queries: any ProfileQueries
    private let changes: @Sendable (UserID) -> any ChangeFeed

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - queries: The read model.
    ///   - changes: The change feed of a user's profile.
    public init(queries: any ProfileQueries, changes: @escaping @Sendable (UserID) -> any ChangeFeed) {
        self.queries = queries
        self.changes = changes
    }

    /// Observes a profile.
    ///
    /// - Parameter user: The user whose profile it is.
    /// - Returns: Its details.
    public func callAsFunction(_ user: UserID) -> LiveValues<ProfileDetails?> {
        LiveValues(following: changes(user)) { [queries] in try await queries.profile(user) }
    }
}
