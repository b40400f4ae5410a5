/// The state of a profile on which commands are decided.
public enum Profile: Sendable, Equatable {
    /// It was never set up.
    case none

    /// It was set up; the birthday is a `YYYY-MM-DD` text.
    case complete(screenName: String, birthday: String)

    /// It was erased together with the user's account.
    case erased
}
