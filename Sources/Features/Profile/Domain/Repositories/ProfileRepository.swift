public import DomainKit

/// The repository of profiles.
///
/// `Repository` documents loading and saving, which accept any events. Commands are decided by ``ProfilesDecider`` on
/// all events about the requested screen name, so that of several concurrent requests for a name exactly one succeeds.
/// Conflicts name the stream `profile-` followed by the user's id.
public protocol ProfileRepository: Repository where Identity == UserID, Model == ProfileDecider {
    /// Decides commands on a profile that must be at a version, and saves the decided events in one commit.
    ///
    /// Each command is decided on what the ones before it lead to. There are no retries: at another version, the caller
    /// has not seen what it changes.
    ///
    /// - Parameters:
    ///   - commands: The commands, in order. If there are none, only the version is checked.
    ///   - id: The user whose profile it is.
    ///   - version: The expected version; 0 for a profile that was not set up.
    /// - Returns: The profile's version afterwards.
    /// - Throws: `ProfileError` if a command is refused; a conflict (`ConflictError`) if the profile is at another
    ///   version, or a requested screen name has changed hands meanwhile; otherwise errors of the storage.
    func execute(_ commands: [ProfileCommand], on id: UserID, expecting version: UInt64) async throws -> UInt64
}

extension ProfileRepository {
    /// Decides a command on a profile that must be at a version, and saves the decided events.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - id: The user whose profile it is.
    ///   - version: The expected version; 0 for a profile that was not set up.
    /// - Returns: The profile's version afterwards.
    /// - Throws: Errors of the form with several commands.
    public func execute(_ command: ProfileCommand, on id: UserID, expecting version: UInt64) async throws -> UInt64 {
        try await execute([command], on: id, expecting: version)
    }
}
