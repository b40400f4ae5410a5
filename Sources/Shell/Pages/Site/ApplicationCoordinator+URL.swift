import AuthPresentation
import PresentationKit
import ShellPresentation

extension ApplicationCoordinator {
    /// The URL of the place that is shown; that of signing in says where it leads.
    var url: String {
        guard route == .signIn(.signIn), let returnRoute else { return route.url }
        return ApplicationRoute.signingIn(returningTo: returnRoute)
    }
}

extension ApplicationRoute {
    /// The URL of signing in, which leads back to a place.
    static func signingIn(returningTo route: ApplicationRoute) -> String {
        guard route != .home else { return ApplicationRoute.signIn(.signIn).url }
        return RouteLocation(path: ["sign-in"], query: ["return": route.url]).description
    }

    /// The place to which signing in leads at a location; `nil` for the first place of a session.
    static func target(of location: RouteLocation) -> ApplicationRoute? {
        guard let route = location.query["return"].flatMap(ApplicationRoute.init(url:)), route.needsSession else {
            return nil
        }
        return route
    }
}
