public import DomainKit

/// What can be asked about profiles.
///
/// Whoever has saved something through the ``ProfileRepository`` that belongs to these queries, and then asks, sees
/// what was saved: implementations wait until the read model has come that far.
public protocol ProfileQueries: Sendable {
    /// What is known of a profile.
    ///
    /// - Parameter id: The user whose profile it is.
    /// - Returns: Its details; `nil` where it was never set up.
    /// - Throws: Whatever the read model throws, also where it has stopped short of what was saved.
    func profile(_ id: UserID) async throws -> ProfileDetails?

    /// Some of the profiles, in the order in which they were set up.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on, from the page before; `nil` for the beginning.
    ///   - limit: How many profiles to return at most, from 1.
    /// - Returns: The profiles, and where to go on.
    /// - Throws: Whatever the read model throws, also where it has stopped short of what was saved.
    func profiles(after cursor: PageCursor?, limit: Int) async throws -> Page<ProfileDetails>
}
