public import DomainKit

/// Changes screen names in a repository.
public struct ChangeScreenName: ScreenNameChanging {
    private let profiles: ProfileChange

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - repository: Where the histories of profiles are kept.
    ///   - queries: The read model that belongs to it.
    ///   - retry: How often a conflict is met with another attempt.
    public init(
        repository: any ProfileRepository, queries: any ProfileQueries, retry: ConflictRetry = ConflictRetry()
    ) {
        profiles = ProfileChange(repository: repository, queries: queries, retry: retry)
    }

    /// Changes a screen name.
    ///
    /// - Parameter input: What it takes.
    /// - Returns: The profile as it is then.
    /// - Throws: What ``ScreenNameChanging`` throws.
    public func callAsFunction(_ input: NewScreenName) async throws -> ProfileDetails {
        let (user, screenName) = try validated(
            { () throws(ValidationError) in try UserID(input.user) },
            { () throws(ValidationError) in try ScreenName(input.screenName) })
        return try await profiles.apply(.changeScreenName(to: screenName), to: user)
    }
}
