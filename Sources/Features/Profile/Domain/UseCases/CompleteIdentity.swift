public import DomainKit

/// What it takes to set up a profile.
public struct NewIdentity: Sendable, Hashable {
    /// The user, as it was given.
    public var user: String

    /// The screen name, as it was given.
    public var screenName: String

    /// The day of birth, as it was given: `YYYY-MM-DD`.
    public var birthday: String

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - user: The user, as it was given.
    ///   - screenName: The screen name, as it was given.
    ///   - birthday: The day of birth, as it was given: `YYYY-MM-DD`.
    public init(user: String, screenName: String, birthday: String) {
        self.user = user
        self.screenName = screenName
        self.birthday = birthday
    }
}

/// Setting up a profile, which happens once.
///
/// Throws `ValidationError` with every failure of every field, and ``ProfileError`` `alreadyComplete`, or
/// `screenNameTaken` where another user has the name.
public protocol IdentityCompleting: UseCase where Input == NewIdentity, Output == ProfileDetails {}

extension IdentityCompleting {
    /// Sets up a profile.
    ///
    /// - Parameters:
    ///   - user: The user, as it was given.
    ///   - screenName: The screen name, as it was given.
    ///   - birthday: The day of birth, as it was given: `YYYY-MM-DD`.
    /// - Returns: The profile as it is then.
    /// - Throws: What ``IdentityCompleting`` throws.
    public func callAsFunction(user: String, screenName: String, birthday: String) async throws -> ProfileDetails {
        try await self(NewIdentity(user: user, screenName: screenName, birthday: birthday))
    }
}

/// Sets up profiles in a repository.
public struct CompleteIdentity: IdentityCompleting {
    private let profiles: ProfileChange
    private let time: any TimeSource

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - repository: Where the histories of profiles are kept.
    ///   - queries: The read model that belongs to it.
    ///   - time: What says which day it is, in UTC.
    ///   - retry: How often a conflict is met with another attempt.
    public init(
        repository: any ProfileRepository, queries: any ProfileQueries, time: any TimeSource,
        retry: ConflictRetry = ConflictRetry()
    ) {
        profiles = ProfileChange(repository: repository, queries: queries, retry: retry)
        self.time = time
    }

    /// Sets up a profile.
    ///
    /// - Parameter input: What it takes.
    /// - Returns: The profile as it is then.
    /// - Throws: What ``IdentityCompleting`` throws.
    public func callAsFunction(_ input: NewIdentity) async throws -> ProfileDetails {
        let today = time.now().day
        let (user, screenName, birthday) = try validated(
            { () throws(ValidationError) in try UserID(input.user) },
            { () throws(ValidationError) in try ScreenName(input.screenName) },
            { () throws(ValidationError) in try Birthday(input.birthday, today: today) })
        return try await profiles.apply(.completeIdentity(screenName: screenName, birthday: birthday), to: user)
    }
}
