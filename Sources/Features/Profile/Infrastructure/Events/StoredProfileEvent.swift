public import Nacre
public import NacreMacros

/// The stored form of profiles' events.
///
/// | type | data | tags |
/// |---|---|---|
/// | `IdentityCompleted` | `{"screenName": string, "birthday": "YYYY-MM-DD"}` | `screenName:` and the name |
/// | `ScreenNameChanged` | `{"screenName": string}` | `screenName:` and the new name; `screenName:` and the old name |
/// | `BirthdayCorrected` | `{"birthday": "YYYY-MM-DD"}` | none |
///
/// Names in tags are in lower case. The released name is only in the tags.
@StoredEvent
public enum StoredProfileEvent: Hashable, Sendable {
    /// The category of profiles' streams.
    public static let category = "profile"

    /// The type names, which do not begin with the category.
    public static let storedTypes: StoredEventTypes = [
        "identityCompleted": "IdentityCompleted", "screenNameChanged": "ScreenNameChanged",
        "birthdayCorrected": "BirthdayCorrected",
    ]

    /// The profile was set up.
    case identityCompleted(screenName: String, birthday: String)

    /// The screen name was changed.
    case screenNameChanged(screenName: String)

    /// The birthday was corrected.
    case birthdayCorrected(birthday: String)
}
