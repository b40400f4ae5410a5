public import PresentationKit

/// The places of the account.
public enum AccountRoute: Route {
    /// The user's account: `/account`.
    case account

    /// Parses a location.
    ///
    /// - Parameter location: The path and the query of a URL.
    public init?(_ location: RouteLocation) {
        guard location.path == ["account"] else { return nil }
        self = .account
    }

    /// The path of its URL.
    public var location: RouteLocation { RouteLocation(path: ["account"]) }
}
