public import DomainKit

/// The repository of profiles.
///
/// `Repository` documents loading and saving, which accept any events. Commands are decided by ``ProfilesDecider`` on
/// all events about the requested screen name, so that of several concurrent requests for a name exactly one succeeds.
/// Conflicts name the stream `profile-` followed by the user's id.
public protocol ProfileRepository: Repository where Identity == UserID, Model == ProfileDecider {
    /// Decides a command on a profile that must be at a version, and saves the decided events.
    ///
    /// There are no retries: at another version, the caller has not seen what it changes.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - id: The user whose profile it is.
    ///   - version: The expected version.
    /// - Returns: The profile's version afterwards.
    /// - Throws: `ProfileError` if the command is refused; a conflict (`ConflictError`) if the profile is at another
    ///   version, or the requested screen name has changed hands meanwhile; otherwise errors of the storage.
    func execute(_ command: ProfileCommand, on id: UserID, expecting version: UInt64) async throws -> UInt64
}
