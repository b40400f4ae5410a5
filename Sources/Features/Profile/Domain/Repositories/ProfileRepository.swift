public import DomainKit

/// Where the histories of profiles are kept.
///
/// `Repository` says what loading and saving promise. The stream that conflicts name is `profile-` and the user's id.
public protocol ProfileRepository: Repository where Identity == UserID, Model == ProfileDecider {}
