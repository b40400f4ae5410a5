public import DomainKit

/// The rules of profiles.
///
/// A profile is set up once, and changed after that. To want what is so already is no mistake, and nothing happens.
public enum ProfileDecider: Decider {
    /// A profile that was never set up.
    public static let initialState = Profile.none

    /// Decides what happens when a command meets a profile.
    ///
    /// - Parameters:
    ///   - command: What somebody wants.
    ///   - state: The profile.
    /// - Returns: What happens; nothing where it is so already.
    /// - Throws: ``ProfileError`` `notFound` or `alreadyComplete`.
    public static func decide(
        _ command: ProfileCommand, _ state: Profile
    ) throws(ProfileError) -> [ProfileEvent] {
        switch (state, command) {
        case (.none, .completeIdentity(let screenName, let birthday)):
            return [.identityCompleted(screenName: screenName.text, birthday: birthday.description)]
        case (.none, _):
            throw ProfileError(code: .notFound)
        case (.complete, .completeIdentity):
            throw ProfileError(code: .alreadyComplete)
        case (.complete(let old, _), .changeScreenName(let new)):
            guard !new.text.utf8.elementsEqual(old.utf8) else { return [] }
            return [.screenNameChanged(to: new.text, replacing: (try? ScreenName(old))?.lowercased)]
        case (.complete(_, let old), .correctBirthday(let new)):
            return new.description == old ? [] : [.birthdayCorrected(to: new.description)]
        }
    }

    /// Takes an event into a profile.
    ///
    /// Events that this decider would not have decided, which another program may have written, change nothing: a
    /// profile is set up once, and nothing happens to it before.
    ///
    /// - Parameters:
    ///   - state: The profile.
    ///   - event: What has happened.
    public static func evolve(_ state: inout Profile, _ event: ProfileEvent) {
        switch (state, event) {
        case (.none, .identityCompleted(let screenName, let birthday)):
            state = .complete(screenName: screenName, birthday: birthday)
        case (.complete(_, let birthday), .screenNameChanged(let new, _)):
            state = .complete(screenName: new, birthday: birthday)
        case (.complete(let screenName, _), .birthdayCorrected(let new)):
            state = .complete(screenName: screenName, birthday: new)
        case (.none, _), (.complete, .identityCompleted): break
        }
    }
}
