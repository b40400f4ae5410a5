public import DomainKit

/// The rules that hold between profiles, and those of each: a screen name belongs to one user, without regard to capital
/// and small letters, until that user takes another one.
///
/// Histories that another program wrote may have given one name to several users. They keep it, and may change its
/// capitals; nobody gets it anew before all of them have given it up.
public enum ProfilesDecider: Decider {
    /// What somebody wants of a profile.
    public struct Command: Sendable, Hashable {
        /// The user whose profile it is.
        public let user: UserID

        /// What is wanted of it.
        public let command: ProfileCommand

        /// Creates a command.
        ///
        /// - Parameters:
        ///   - command: What is wanted of a profile.
        ///   - user: The user whose profile it is.
        public init(_ command: ProfileCommand, of user: UserID) {
            self.command = command
            self.user = user
        }
    }

    /// What has happened to a profile.
    public struct Event: DomainEvent {
        /// The user whose profile it is.
        public let user: UserID

        /// What has happened to it.
        public let event: ProfileEvent

        /// Creates an event.
        ///
        /// - Parameters:
        ///   - event: What has happened to a profile.
        ///   - user: The user whose profile it is.
        public init(_ event: ProfileEvent, of user: UserID) {
            self.event = event
            self.user = user
        }
    }

    /// Profiles of which nothing is known.
    public static let initialState = Profiles()

    /// Decides what happens when a command meets profiles.
    ///
    /// - Parameters:
    ///   - command: What somebody wants.
    ///   - state: The profile, and everything that tells who has the screen name that is wanted.
    /// - Returns: What happens; nothing where it is so already.
    /// - Throws: What ``ProfileDecider`` throws; ``ProfileError`` `screenNameTaken` where another user has the name.
    public static func decide(_ command: Command, _ state: Profiles) throws(ProfileError) -> [Event] {
        let profile = state.profile(of: command.user)
        let events = try ProfileDecider.decide(command.command, profile)
        if !events.isEmpty, let wanted = command.command.screenName, !profile.isCalled(wanted),
            !state.holders(of: wanted).subtracting([command.user]).isEmpty
        {
            throw ProfileError(code: .screenNameTaken, screenName: wanted)
        }
        return events.map { Event($0, of: command.user) }
    }

    /// Takes an event into profiles.
    ///
    /// - Parameters:
    ///   - state: The profiles.
    ///   - event: What has happened.
    public static func evolve(_ state: inout Profiles, _ event: Event) {
        state.evolve(event.event, of: event.user)
    }
}

extension Profile {
    /// Whether the profile's screen name is this one, in whatever capital and small letters.
    fileprivate func isCalled(_ screenName: ScreenName) -> Bool {
        guard case .complete(let text, _) = self, let own = try? ScreenName(text) else { return false }
        return own.lowercased == screenName.lowercased
    }
}
