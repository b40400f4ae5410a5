public import PresentationKit

/// The places of the profile.
public enum ProfileRoute: Route {
    /// The user's profile: `/profile`.
    case profile

    /// Parses a location.
    ///
    /// - Parameter location: The path and the query of a URL.
    public init?(_ location: RouteLocation) {
        guard location.path == ["profile"] else { return nil }
        self = .profile
    }

    /// The path of its URL.
    public var location: RouteLocation { RouteLocation(path: ["profile"]) }
}
