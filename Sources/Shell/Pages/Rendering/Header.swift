/// What stands above every page.
struct Header: PartContent {
    /// The flow that is shown.
    enum Flow: Sendable {
        case signIn, items, profile, account
    }

    /// Whether there is a session: otherwise there are no links.
    let isSignedIn: Bool

    /// Whether the items are shown.
    let isItems: Bool

    /// Whether the profile is shown.
    let isProfile: Bool

    /// Whether the account is shown.
    let isAccount: Bool

    init(of flow: Flow) {
        isSignedIn = flow != .signIn
        isItems = flow == .items
        isProfile = flow == .profile
        isAccount = flow == .account
    }
}
