/// What is known of a profile when something is decided about it.
public enum Profile: Sendable, Equatable {
    /// It was never set up.
    case none

    /// It was set up; the birthday is written `YYYY-MM-DD`.
    case complete(screenName: String, birthday: String)
}
