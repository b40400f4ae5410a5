public import DomainKit

/// The input for correcting a birthday.
public struct NewBirthday: Sendable, Hashable {
    /// The user's id, not validated yet.
    public var user: String

    /// The day of birth as `YYYY-MM-DD`, not validated yet.
    public var birthday: String

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - user: The user's id, not validated yet.
    ///   - birthday: The day of birth as `YYYY-MM-DD`, not validated yet.
    public init(user: String, birthday: String) {
        self.user = user
        self.birthday = birthday
    }
}

/// Correcting a birthday; no effect if it is the same day.
///
/// Throws `ValidationError` with every violation of every field, and ``ProfileError`` `notFound`.
public protocol BirthdayCorrecting: UseCase where Input == NewBirthday, Output == ProfileDetails {}

extension BirthdayCorrecting {
    /// Corrects a birthday.
    ///
    /// - Parameters:
    ///   - user: The user's id, not validated yet.
    ///   - birthday: The day of birth as `YYYY-MM-DD`, not validated yet.
    /// - Returns: The profile after the change.
    /// - Throws: What ``BirthdayCorrecting`` throws.
    public func callAsFunction(user: String, birthday: String) async throws -> ProfileDetails {
        try await self(NewBirthday(user: user, birthday: birthday))
    }
}

/// Corrects birthdays in a repository.
public struct CorrectBirthday: BirthdayCorrecting {
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

    /// Corrects a birthday.
    ///
    /// - Parameter input: The input.
    /// - Returns: The profile after the change.
    /// - Throws: What ``BirthdayCorrecting`` throws.
    public func callAsFunction(_ input: NewBirthday) async throws -> ProfileDetails {
        let today = time.now().day
        let (user, birthday) = try validated(
            { () throws(ValidationError) in try UserID(input.user) },
            { () throws(ValidationError) in try Birthday(input.birthday, today: today) })
        return try await profiles.apply(.correctBirthday(to: birthday), to: user)
    }
}
