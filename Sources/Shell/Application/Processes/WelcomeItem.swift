import ItemsDomain
import ProfileDomain

/// The item with which a new user is welcomed.
struct WelcomeItem: Hashable {
    /// The name of the item.
    let name: ItemName

    /// Makes out what follows from what has happened to a profile; `nil` where no user is to be welcomed.
    ///
    /// - Parameters:
    ///   - event: What has happened.
    ///   - profile: The profile before that.
    /// - Throws: `ValidationError` where the screen name, which another program has written, is nothing for a name.
    init?(for event: ProfileEvent, of profile: Profile) throws {
        // A profile is set up once: a second event that says so, which another program has written, changes nothing.
        guard case .identityCompleted(let screenName, _) = event, profile == ProfileDecider.initialState else {
            return nil
        }
        name = try ItemName("Welcome, \(screenName)")
    }
}
