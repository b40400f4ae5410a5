import ItemsDomain
import ProfileDomain

/// The welcome item of a new user.
struct WelcomeItem: Hashable {
    /// The name of the item.
    let name: ItemName

    /// Derives the welcome item from an event of a profile; `nil` if none is due.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - profile: The profile before the event.
    /// - Throws: `ValidationError` if the screen name, written by another program, makes an invalid item name.
    init?(for event: ProfileEvent, of profile: Profile) throws {
        // A profile is set up once: a second set-up event, written by another program, is ignored.
        guard case .identityCompleted(let screenName, _) = event, profile == ProfileDecider.initialState else {
            return nil
        }
        name = try ItemName("Welcome, \(screenName)")
    }
}
