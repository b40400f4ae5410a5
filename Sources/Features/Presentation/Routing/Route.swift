/// A place in the application that has an address.
///
/// A route is found again from its own location. A location that leads nowhere gives `nil`, never another place.
public protocol Route: Sendable, Hashable {
    // PRES-04: Routes are values, printed as and parsed from URLs.

    /// Parses a location; `nil` if it is no place of the flow.
    ///
    /// - Parameter location: The path and the query of a URL. Unknown query items are ignored.
    init?(_ location: RouteLocation)

    /// The path and the query of its URL.
    var location: RouteLocation { get }
}

extension Route {
    /// Parses the path and the query of a URL; `nil` if it is no place of the flow.
    ///
    /// - Parameter url: The text: `/items?filter=open`.
    public init?(url: String) {
        guard let location = RouteLocation(url) else { return nil }
        self.init(location)
    }

    /// The path and the query of its URL as text.
    public var url: String { location.description }
}
