/// The state of several profiles, for decisions that concern more than one.
public struct Profiles: Sendable, Equatable {
    private var profiles: [UserID: Profile] = [:]

    /// The users with each screen name, keyed by the name in lower case.
    private var holders: [String: Set<UserID>] = [:]

    /// Creates the initial state.
    public init() {}

    /// A user's profile.
    ///
    /// - Parameter user: The user.
    /// - Returns: The profile, folded from the applied events.
    public func profile(of user: UserID) -> Profile {
        profiles[user] ?? ProfileDecider.initialState
    }

    /// The users with a screen name (case-insensitive).
    ///
    /// - Parameter screenName: The name.
    /// - Returns: The users; more than one only if another program wrote events that violate the rules.
    public func holders(of screenName: ScreenName) -> Set<UserID> {
        holders[screenName.lowercased] ?? []
    }

    /// Applies an event of a profile.
    ///
    /// Each event names the screen name taken and the one released, so the events about a name suffice to determine
    /// its holders. Invalid names are ignored, because no command can request one.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - user: The user whose profile it is.
    public mutating func evolve(_ event: ProfileEvent, of user: UserID) {
        ProfileDecider.evolve(&profiles[user, default: ProfileDecider.initialState], event)
        switch event {
        case .identityCompleted(let new, _): take(new, user)
        case .screenNameChanged(let new, let old):
            if let old { holders[old]?.remove(user) }
            take(new, user)
        case .birthdayCorrected: break
        // Which names the user had is erased, so none of them is taken any more.
        case .erased: for name in holders.keys { holders[name]?.remove(user) }
        }
    }

    private mutating func take(_ text: String, _ user: UserID) {
        guard let name = try? ScreenName(text) else { return }
        holders[name.lowercased, default: []].insert(user)
    }
}
