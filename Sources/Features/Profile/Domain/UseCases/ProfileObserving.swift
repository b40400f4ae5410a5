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
