public import DomainKit

/// What it takes to change a screen name.
public struct NewScreenName: Sendable, Hashable {
    /// The user, as it was given.
    public var user: String

    /// The screen name, as it was given.
    public var screenName: String

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - user: The user, as it was given.
    ///   - screenName: The screen name, as it was given.
    public init(user: String, screenName: String) {
        self.user = user
        self.screenName = screenName
    }
}

/// Changing a screen name; to the same name, nothing happens.
///
/// Throws `ValidationError` with every failure of every field, and ``ProfileError`` `notFound`, or
/// `screenNameTaken` where another user has the name.
public protocol ScreenNameChanging: UseCase where Input == NewScreenName, Output == ProfileDetails {}

extension ScreenNameChanging {
    /// Changes a screen name.
    ///
    /// - Parameters:
    ///   - user: The user, as it was given.
    ///   - screenName: The screen name, as it was given.
    /// - Returns: The profile as it is then.
    /// - Throws: What ``ScreenNameChanging`` throws.
    public func callAsFunction(user: String, screenName: String) async throws -> ProfileDetails {
        try await self(NewScreenName(user: user, screenName: screenName))
    }
}

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
