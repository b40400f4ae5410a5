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
