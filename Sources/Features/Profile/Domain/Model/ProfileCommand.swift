/// What somebody can want of a profile.
public enum ProfileCommand: Sendable, Hashable {
    /// Set it up.
    case completeIdentity(screenName: ScreenName, birthday: Birthday)

    /// Take another screen name.
    case changeScreenName(to: ScreenName)

    /// Put the birthday right.
    case correctBirthday(to: Birthday)
}
