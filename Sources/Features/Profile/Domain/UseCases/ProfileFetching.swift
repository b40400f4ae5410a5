public import DomainKit

/// Fetching one profile.
///
/// Throws ``ProfileError`` `notFound` where it was never set up.
public protocol ProfileFetching: UseCase where Input == UserID, Output == ProfileDetails {}
