public import DomainKit

/// The input for changing a screen name.
public struct NewScreenName: Sendable, Hashable {
    /// The user's id, not validated yet.
    public var user: String

    /// The screen name, not validated yet.
    public var screenName: String

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - user: The user's id, not validated yet.
    ///   - screenName: The screen name, not validated yet.
    public init(user: String, screenName: String) {
        self.user = user
        self.screenName = screenName
    }
}

/// Changing a screen name; no effect if it is the same.
///
/// Throws `ValidationError` with every violation of every field, and ``ProfileError`` `notFound`, or `screenNameTaken`
/// if another user has the name.
public protocol ScreenNameChanging: UseCase where Input == NewScreenName, Output == ProfileDetails {}

extension ScreenNameChanging {
    /// Changes a screen name.
    ///
    /// - Parameters:
    ///   - user: The user's id, not validated yet.
    ///   - screenName: The screen name, not validated yet.
    /// - Returns: The profile after the change.
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
    ///   - repository: The repository of profiles.
    ///   - queries: The queries on its read model.
    ///   - retry: The retry policy for conflicts.
    public init(
        repository: any ProfileRepository, queries: any ProfileQueries, retry: ConflictRetry = ConflictRetry()
    ) {
        profiles = ProfileChange(repository: repository, queries: queries, retry: retry)
    }

    /// Changes a screen name.
    ///
    /// - Parameter input: The input.
    /// - Returns: The profile after the change.
    /// - Throws: What ``ScreenNameChanging`` throws.
    public func callAsFunction(_ input: NewScreenName) async throws -> ProfileDetails {
        // Both are validated before an error is thrown, so that it lists every invalid field.
        let (user, screenName) = try validated(
            { () throws(ValidationError) in try UserID(input.user) },
            { () throws(ValidationError) in try ScreenName(input.screenName) })
        return try await profiles.apply(.changeScreenName(to: screenName), to: user)
    }
}
