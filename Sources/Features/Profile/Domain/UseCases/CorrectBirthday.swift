public import DomainKit

/// What it takes to put a birthday right.
public struct NewBirthday: Sendable, Hashable {
    /// The user, as it was given.
    public var user: String

    /// The day of birth, as it was given: `YYYY-MM-DD`.
    public var birthday: String

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - user: The user, as it was given.
    ///   - birthday: The day of birth, as it was given: `YYYY-MM-DD`.
    public init(user: String, birthday: String) {
        self.user = user
        self.birthday = birthday
    }
}

/// Putting a birthday right; to the same day, nothing happens.
///
/// Throws `ValidationError` with every failure of every field, and ``ProfileError`` `notFound`.
public protocol BirthdayCorrecting: UseCase where Input == NewBirthday, Output == ProfileDetails {}

extension BirthdayCorrecting {
    /// Puts a birthday right.
    ///
    /// - Parameters:
    ///   - user: The user, as it was given.
    ///   - birthday: The day of birth, as it was given: `YYYY-MM-DD`.
    /// - Returns: The profile as it is then.
    /// - Throws: What ``BirthdayCorrecting`` throws.
    public func callAsFunction(user: String, birthday: String) async throws -> ProfileDetails {
        try await self(NewBirthday(user: user, birthday: birthday))
    }
}

/// Puts birthdays right in a repository.
public struct CorrectBirthday: BirthdayCorrecting {
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

    /// Puts a birthday right.
    ///
    /// - Parameter input: What it takes.
    /// - Returns: The profile as it is then.
    /// - Throws: What ``BirthdayCorrecting`` throws.
    public func callAsFunction(_ input: NewBirthday) async throws -> ProfileDetails {
        let today = time.now().day
        let (user, birthday) = try validated(
            { () throws(ValidationError) in try UserID(input.user) },
            { () throws(ValidationError) in try Birthday(input.birthday, today: today) })
        return try await profiles.apply(.correctBirthday(to: birthday), to: user)
    }
}
