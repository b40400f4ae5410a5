public import DomainKit

/// The input for setting up a profile.
public struct NewIdentity: Sendable, Hashable {
    /// The user's id, not validated yet.
    public var user: String

    /// The screen name, not validated yet.
    public var screenName: String

    /// The day of birth as `YYYY-MM-DD`, not validated yet.
    public var birthday: String

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - user: The user's id, not validated yet.
    ///   - screenName: The screen name, not validated yet.
    ///   - birthday: The day of birth as `YYYY-MM-DD`, not validated yet.
    public init(user: String, screenName: String, birthday: String) {
        self.user = user
        self.screenName = screenName
        self.birthday = birthday
    }
}

/// Setting up a profile, which is possible once.
///
/// Throws `ValidationError` with every violation of every field, and ``ProfileError`` `alreadyComplete`, or
/// `screenNameTaken` if another user has the name.
public protocol IdentityCompleting: UseCase where Input == NewIdentity, Output == ProfileDetails {}

extension IdentityCompleting {
    /// Sets up a profile.
    ///
    /// - Parameters:
    ///   - user: The user's id, not validated yet.
    ///   - screenName: The screen name, not validated yet.
    ///   - birthday: The day of birth as `YYYY-MM-DD`, not validated yet.
    /// - Returns: The profile after the change.
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
    ///   - repository: The repository of profiles.
    ///   - queries: The queries on its read model.
    ///   - time: The clock for the current day, in UTC.
    ///   - retry: The retry policy for conflicts.
    public init(
        repository: any ProfileRepository, queries: any ProfileQueries, time: any TimeSource,
        retry: ConflictRetry = ConflictRetry()
    ) {
        profiles = ProfileChange(repository: repository, queries: queries, retry: retry)
        self.time = time
    }

    /// Sets up a profile.
    ///
    /// - Parameter input: The input.
    /// - Returns: The profile after the change.
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
