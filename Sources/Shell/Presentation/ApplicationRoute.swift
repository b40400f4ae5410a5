public import AuthPresentation
public import ItemsPresentation
public import PresentationKit
public import ProfilePresentation

/// The places of the application.
public enum ApplicationRoute: Route {
    /// A place before a session.
    case signIn(SignInRoute)

    /// A place of the items.
    case items(ItemsRoute)

    /// A place of the profile.
    case profile(ProfileRoute)

    /// A place of the account.
    case account(AccountRoute)

    /// Where a session begins.
    public static let home = ApplicationRoute.items(.list())

    /// Whether the place is shown in a session only.
    public var needsSession: Bool {
        if case .signIn = self { false } else { true }
    }

    /// Parses a location.
    ///
    /// - Parameter location: The path and the query of a URL.
    public init?(_ location: RouteLocation) {
        if let route = SignInRoute(location) {
            self = .signIn(route)
        } else if let route = ItemsRoute(location) {
            self = .items(route)
        } else if let route = ProfileRoute(location) {
            self = .profile(route)
        } else if let route = AccountRoute(location) {
            self = .account(route)
        } else {
            return nil
        }
    }

    /// The path and the query of its URL.
    public var location: RouteLocation {
        switch self {
        case .signIn(let route): route.location
        case .items(let route): route.location
        case .profile(let route): route.location
        case .account(let route): route.location
        }
    }
}
