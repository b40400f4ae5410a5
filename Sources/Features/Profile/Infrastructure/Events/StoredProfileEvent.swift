public import Nacre
public import NacreMacros

/// The events of profiles as the log holds them.
///
/// | type | data | tags |
/// |---|---|---|
/// | `IdentityCompleted` | `{"screenName": string, "birthday": "YYYY-MM-DD"}` | `screenName:` and the name |
/// | `ScreenNameChanged` | `{"screenName": string}` | `screenName:` and the new name, and so the old one |
/// | `BirthdayCorrected` | `{"birthday": "YYYY-MM-DD"}` | none |
///
/// Names in tags are in small letters. The name that was given up stands in the tags alone.
@StoredEvent
public enum StoredProfileEvent: Hashable, Sendable {
    /// The category of the streams of profiles.
    public static let category = "profile"

    /// The types, which do not begin with the category.
    public static let storedTypes: StoredEventTypes = [
        "identityCompleted": "IdentityCompleted", "screenNameChanged": "ScreenNameChanged",
        "birthdayCorrected": "BirthdayCorrected",
    ]

    /// The profile was set up.
    case identityCompleted(screenName: String, birthday: String)

    /// The profile got another screen name.
    case screenNameChanged(screenName: String)

    /// The birthday was another one.
    case birthdayCorrected(birthday: String)
}
