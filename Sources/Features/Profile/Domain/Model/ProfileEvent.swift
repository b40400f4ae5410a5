public import DomainKit

/// The events of a profile.
public enum ProfileEvent: DomainEvent {
    /// The profile was set up, which happens once.
    case identityCompleted(screenName: String, birthday: String)

    /// The screen name was changed.
    ///
    /// `replacing` is the released screen name in lower case, which lets queries find released names in the log; `nil`
    /// if that name would be invalid today or is not recorded. The state of a profile does not depend on it.
    case screenNameChanged(to: String, replacing: String?)

    /// The birthday was corrected, a `YYYY-MM-DD` text.
    case birthdayCorrected(to: String)

    /// An event whose fields were erased together with the user's account.
    ///
    /// It is read from the log, and never decided.
    case erased
}
