/// What somebody can want of a profile.
public enum ProfileCommand: Sendable, Hashable {
    /// Set it up.
    case completeIdentity(screenName: ScreenName, birthday: Birthday)

    /// Take another screen name.
    case changeScreenName(to: ScreenName)

    /// Put the birthday right.
    case correctBirthday(to: Birthday)
}

extension ProfileCommand {
    /// The screen name that the user is to have; `nil` where the command is not about it.
    public var screenName: ScreenName? {
        switch self {
        case .completeIdentity(let screenName, _), .changeScreenName(let screenName): screenName
        case .correctBirthday: nil
        }
    }
}
