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
