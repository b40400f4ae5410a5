public import DomainKit

/// Several commands on a profile that is at a version.
public struct ProfileRevision: Sendable, Hashable {
    /// The user whose profile it is.
    public var user: UserID

    /// The commands, in order.
    public var commands: [ProfileCommand]

    /// The version that they are meant for; 0 for a profile that was not set up.
    public var version: UInt64

    /// Creates the input.
    ///
    /// - Parameters:
    ///   - user: The user whose profile it is.
    ///   - commands: The commands, in order.
    ///   - version: The version that they are meant for; 0 for a profile that was not set up.
    public init(user: UserID, commands: [ProfileCommand], version: UInt64) {
        self.user = user
        self.commands = commands
        self.version = version
    }
}

/// Changing a profile at a version, by several commands in one commit: all of them or none.
///
/// Each command is decided on what the ones before it lead to. Throws a conflict (`ConflictError`) at another version,
/// without retries; ``ProfileError`` `notFound`, `alreadyComplete` or `screenNameTaken` if a command is refused.
public protocol ProfileRevising: UseCase where Input == ProfileRevision, Output == ProfileDetails {}

/// Changes profiles in a repository, at versions that the caller has seen.
public struct ReviseProfile: ProfileRevising {
    private let profiles: ProfileChange

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - repository: The repository of profiles.
    ///   - queries: The queries on its read model.
    public init(repository: any ProfileRepository, queries: any ProfileQueries) {
        profiles = ProfileChange(repository: repository, queries: queries, retry: ConflictRetry(attempts: 1))
    }

    /// Changes a profile.
    ///
    /// - Parameter input: The user, the commands, and the version that they are meant for.
    /// - Returns: The profile after the commands.
    /// - Throws: What ``ProfileRevising`` throws.
    public func callAsFunction(_ input: ProfileRevision) async throws -> ProfileDetails {
        try await profiles.apply(input.commands, to: input.user, expecting: input.version)
    }
}
