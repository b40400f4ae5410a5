public import DomainKit

/// The rules of each profile and across profiles: a screen name (case-insensitive) belongs to one user until that user
/// changes it.
///
/// In a log written by another program, several users may have the same name. They keep it and may change its case; no
/// other user can take it until all of them have released it.
public enum ProfilesDecider: Decider {
    // FEAT-17: Screen names are unique by an append condition on tagged events.

    /// A command on a profile.
    public struct Command: Sendable, Hashable {
        /// The user whose profile it is.
        public let user: UserID

        /// The command.
        public let command: ProfileCommand

        /// Creates a command.
        ///
        /// - Parameters:
        ///   - command: The command.
        ///   - user: The user whose profile it is.
        public init(_ command: ProfileCommand, of user: UserID) {
            self.command = command
            self.user = user
        }
    }

    /// An event of a profile.
    public struct Event: DomainEvent {
        /// The user whose profile it is.
        public let user: UserID

        /// The event.
        public let event: ProfileEvent

        /// Creates an event.
        ///
        /// - Parameters:
        ///   - event: The event.
        ///   - user: The user whose profile it is.
        public init(_ event: ProfileEvent, of user: UserID) {
            self.event = event
            self.user = user
        }
    }

    /// The initial state.
    public static let initialState = Profiles()

    /// Decides a command on profiles.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - state: The profile, and all events about the requested screen name.
    /// - Returns: The events; empty if the command changes nothing.
    /// - Throws: Errors of ``ProfileDecider``; ``ProfileError`` `screenNameTaken` if another user has the name.
    public static func decide(_ command: Command, _ state: Profiles) throws(ProfileError) -> [Event] {
        // FEAT-18: A log may hold a screen name twice.
        let profile = state.profile(of: command.user)
        let events = try ProfileDecider.decide(command.command, profile)
        // A change of case claims no new name, so users who share a name may still change its case.
        if !events.isEmpty, let wanted = command.command.screenName, !profile.hasScreenName(wanted),
            !state.holders(of: wanted).subtracting([command.user]).isEmpty
        {
            throw ProfileError(code: .screenNameTaken, screenName: wanted)
        }
        return events.map { Event($0, of: command.user) }
    }

    /// Applies an event to profiles.
    ///
    /// - Parameters:
    ///   - state: The profiles.
    ///   - event: The event.
    public static func evolve(_ state: inout Profiles, _ event: Event) {
        state.evolve(event.event, of: event.user)
    }
}

extension Profile {
    /// Whether the profile has this screen name (case-insensitive).
    fileprivate func hasScreenName(_ screenName: ScreenName) -> Bool {
        guard case .complete(let text, _) = self, let own = try? ScreenName(text) else { return false }
        return own.lowercased == screenName.lowercased
    }
}
