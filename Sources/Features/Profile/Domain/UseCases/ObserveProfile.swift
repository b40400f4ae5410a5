public import DomainKit

/// Observing one profile: what is known of it now, and then each time that it has changed.
///
/// The value is `nil` while it was never set up. `LiveValues` says what comes, what does not, and how it ends.
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
    private let changes: any ChangeFeed

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - queries: The read model.
    ///   - changes: What tells of its changes.
    public init(queries: any ProfileQueries, changes: any ChangeFeed) {
        self.queries = queries
        self.changes = changes
    }

    /// Observes a profile.
    ///
    /// - Parameter user: The user whose profile it is.
    /// - Returns: Its details.
    public func callAsFunction(_ user: UserID) -> LiveValues<ProfileDetails?> {
        LiveValues(following: changes) { [queries] in try await queries.profile(user) }
    }
}
