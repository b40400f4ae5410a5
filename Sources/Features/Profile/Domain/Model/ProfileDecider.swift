public import DomainKit

/// The business rules of a profile.
///
/// A profile is set up once, and can be changed afterwards. A command that changes nothing succeeds without events.
public enum ProfileDecider: Decider {
    /// A profile that was never set up.
    public static let initialState = Profile.none

    /// Decides a command on a profile.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - state: The profile.
    /// - Returns: The events; empty if the command changes nothing.
    /// - Throws: ``ProfileError`` `notFound` or `alreadyComplete`.
    public static func decide(
        _ command: ProfileCommand, _ state: Profile
    ) throws(ProfileError) -> [ProfileEvent] {
        switch (state, command) {
        case (.none, .completeIdentity(let screenName, let birthday)):
            return [.identityCompleted(screenName: screenName.text, birthday: birthday.description)]
        case (.none, _):
            throw ProfileError(code: .notFound)
        case (.erased, _):
            throw ProfileError(code: .erased)
        case (.complete, .completeIdentity):
            throw ProfileError(code: .alreadyComplete)
        case (.complete(let old, _), .changeScreenName(let new)):
            // Compared by bytes, because `String` equates some different bytes, such as the Kelvin sign and K.
            guard !new.text.utf8.elementsEqual(old.utf8) else { return [] }
            // An invalid recorded name is not reserved for any user, so it is not released.
            return [.screenNameChanged(to: new.text, replacing: (try? ScreenName(old))?.lowercased)]
        case (.complete(_, let old), .correctBirthday(let new)):
            return new.description == old ? [] : [.birthdayCorrected(to: new.description)]
        }
    }

    /// Applies an event to a profile.
    ///
    /// Events that violate the rules, which another program may have written, are ignored: a second set-up, and events
    /// before the set-up.
    ///
    /// - Parameters:
    ///   - state: The profile.
    ///   - event: The event.
    public static func evolve(_ state: inout Profile, _ event: ProfileEvent) {
        switch (state, event) {
        case (.none, .identityCompleted(let screenName, let birthday)):
            state = .complete(screenName: screenName, birthday: birthday)
        case (.complete(_, let birthday), .screenNameChanged(let new, _)):
            state = .complete(screenName: new, birthday: birthday)
        case (.complete(let screenName, _), .birthdayCorrected(let new)):
            state = .complete(screenName: screenName, birthday: new)
        case (_, .erased): state = .erased
        case (.none, _), (.complete, .identityCompleted), (.erased, _): break
        }
    }
}
