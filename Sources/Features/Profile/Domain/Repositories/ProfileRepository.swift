public import DomainKit

/// Where the histories of profiles are kept.
///
/// `Repository` says what loading and saving promise: they tell and record what has happened, whatever it is. A command
/// is decided by ``ProfilesDecider``, on all that tells who has the screen name that it wants, so that of several who
/// want one at the same time one gets it.
/// The stream that conflicts name is `profile-` and the user's id.
public protocol ProfileRepository: Repository where Identity == UserID, Model == ProfileDecider {}
