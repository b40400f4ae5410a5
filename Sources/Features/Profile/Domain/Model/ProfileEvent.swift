public import DomainKit

/// What can happen to a profile.
public enum ProfileEvent: DomainEvent {
    /// The user told who they are, which happens once.
    case identityCompleted(screenName: String, birthday: String)

    /// The user took another screen name.
    ///
    /// `replacing` is the screen name given up, in small letters, for whoever asks the log which names have been given
    /// up; `nil` where that name would not be allowed now, or where the log does not tell. No state depends on it.
    case screenNameChanged(to: String, replacing: String?)

    /// The birthday was put right, written `YYYY-MM-DD`.
    case birthdayCorrected(to: String)
}
