public import DomainKit

/// Queries on profiles.
///
/// Read-your-own-writes: a query sees everything saved before through the ``ProfileRepository`` of the same storage.
/// Implementations wait until the read model has caught up.
public protocol ProfileQueries: Sendable {
    /// The details of a profile.
    ///
    /// - Parameter id: The user whose profile it is.
    /// - Returns: Its details; `nil` if it was never set up.
    /// - Throws: Errors of the read model, including that it has not reached what was saved.
    func profile(_ id: UserID) async throws -> ProfileDetails?

    /// A page of profiles, in order of set-up.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of profiles, at least 1.
    /// - Returns: The profiles, and the cursor of the next page.
    /// - Throws: Errors of the read model, including that it has not reached what was saved.
    func profiles(after cursor: PageCursor?, limit: Int) async throws -> Page<ProfileDetails>
}
