public import FeatureAPI

/// The endpoints of profiles: each is about the profile of the session's account.
public enum ProfileEndpoints {
    /// Shows the profile.
    public static let fetch = Endpoint<NoParameters, NoMessage, ProfileMessage>(
        "fetchProfile", .get, "/v1/profile", "Shows the profile.", [.session, .versioned])

    /// Sets up the profile.
    public static let complete = Endpoint<NoParameters, NewProfileMessage, ProfileMessage>(
        "completeProfile", .post, "/v1/profile", "Sets up the profile, which is possible once.", success: 201,
        [.session, .versioned])

    /// Changes the screen name.
    public static let changeScreenName = Endpoint<NoParameters, ScreenNameMessage, ProfileMessage>(
        "changeScreenName", .put, "/v1/profile/screen-name", "Changes the screen name.",
        [.session, .precondition, .versioned])

    /// Corrects the birthday.
    public static let correctBirthday = Endpoint<NoParameters, BirthdayMessage, ProfileMessage>(
        "correctBirthday", .put, "/v1/profile/birthday", "Corrects the birthday.",
        [.session, .precondition, .versioned])

    /// Observes the profile.
    public static let observe = Endpoint<NoParameters, NoMessage, ProfileMessage>(
        "observeProfile", .get, "/v1/profile/events", "Sends the profile, and again after each change.",
        [.session, .events])

    /// All of them.
    public static var descriptions: [EndpointDescription] {
        [
            fetch.description, complete.description, changeScreenName.description, correctBirthday.description,
            observe.description,
        ]
    }
}
