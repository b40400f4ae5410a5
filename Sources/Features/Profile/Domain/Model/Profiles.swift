/// What is known of several profiles when something is decided that concerns more than one of them.
public struct Profiles: Sendable, Equatable {
    private var profiles: [UserID: Profile] = [:]

    /// The users who have each screen name, by its small letters.
    private var holders: [String: Set<UserID>] = [:]

    /// Makes profiles of which nothing is known.
    public init() {}

    /// A user's profile.
    ///
    /// - Parameter user: The user.
    /// - Returns: The profile, as far as the events tell that were taken in.
    public func profile(of user: UserID) -> Profile {
        profiles[user] ?? ProfileDecider.initialState
    }

    /// Who has a screen name, in whatever capital and small letters.
    ///
    /// - Parameter screenName: The name.
    /// - Returns: The users; more than one only where the log was written by a program that allowed it.
    public func holders(of screenName: ScreenName) -> Set<UserID> {
        holders[screenName.lowercased] ?? []
    }

    /// Takes in what has happened to a profile.
    ///
    /// Each event tells of itself which name the user has got and which one was given up, so that it is known who has a
    /// name from those events alone that tell of it. Nobody can want a name that is not allowed, so those do not count.
    ///
    /// - Parameters:
    ///   - event: What has happened.
    ///   - user: The user whose profile it is.
    public mutating func evolve(_ event: ProfileEvent, of user: UserID) {
        ProfileDecider.evolve(&profiles[user, default: ProfileDecider.initialState], event)
        switch event {
        case .identityCompleted(let new, _): take(new, user)
        case .screenNameChanged(let new, let old):
            if let old { holders[old]?.remove(user) }
            take(new, user)
        case .birthdayCorrected: break
        }
    }

    private mutating func take(_ text: String, _ user: UserID) {
        guard let name = try? ScreenName(text) else { return }
        holders[name.lowercased, default: []].insert(user)
    }
}
