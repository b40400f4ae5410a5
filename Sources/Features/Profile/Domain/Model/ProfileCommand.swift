/// The commands on a profile.
public enum ProfileCommand: Sendable, Hashable {
    /// Set up the profile.
    case completeIdentity(screenName: ScreenName, birthday: Birthday)

    /// Change the screen name.
    case changeScreenName(to: ScreenName)

    /// Correct the birthday.
    case correctBirthday(to: Birthday)
}

extension ProfileCommand {
    /// The requested screen name; `nil` if the command does not change it.
    public var screenName: ScreenName? {
        switch self {
        case .completeIdentity(let screenName, _), .changeScreenName(let screenName): screenName
        case .correctBirthday: nil
        }
    }
}
