public import DomainKit

/// The repository of profiles.
///
/// `Repository` documents loading and saving, which accept any events. Commands are decided by ``ProfilesDecider`` on
/// all events about the requested screen name, so that of several concurrent requests for a name exactly one succeeds.
/// Conflicts name the stream `profile-` followed by the user's id.
public protocol ProfileRepository: Repository where Identity == UserID, Model == ProfileDecider {}
