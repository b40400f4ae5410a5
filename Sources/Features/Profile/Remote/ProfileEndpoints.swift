public import FeatureAPI

/// The endpoints of profiles: each is about the profile of the session's account, and some are about any profile for
/// operators.
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

    /// Lists profiles, page by page.
    public static let list = Endpoint<ProfilePageParameters, NoMessage, ProfilePageMessage>(
        "listProfiles", .get, "/v1/profiles", "Lists profiles in order of set-up, to the operator only.", .session)

    /// Shows a user's profile.
    public static let fetchOne = Endpoint<ProfileParameters, NoMessage, ProfileMessage>(
        "fetchProfileOfUser", .get, "/v1/profiles/{id}",
        "Shows a user's profile: to that user, and to the operator.", [.session, .versioned])

    /// Changes a user's profile by several changes, which take effect together.
    public static let revise = Endpoint<ProfileParameters, ProfileChangesMessage, ProfileMessage>(
        "reviseProfile", .post, "/v1/profiles/{id}/changes",
        "Makes several changes of a profile in one commit, also its set-up, at one version.",
        [.session, .precondition, .versioned])

    /// Signals changes of profiles.
    public static let changes = Endpoint<NoParameters, NoMessage, ChangeMessage>(
        "profileChanges", .get, "/v1/changes/profiles",
        "Signals each change of the profile; to the operator, of any profile.", [.session, .events])

    /// All of them.
    public static var descriptions: [EndpointDescription] {
        [
            fetch.description, complete.description, changeScreenName.description, correctBirthday.description,
            list.description, fetchOne.description, revise.description, changes.description, observe.description,
        ]
    }
}
