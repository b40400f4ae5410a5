public import PresentationKit

/// The places before a session.
public enum SignInRoute: Route {
    /// Signing in: `/sign-in`.
    case signIn

    /// Registering: `/register`.
    case register

    /// Asking for a new password: `/forgotten-password`.
    case forgottenPassword

    /// Asking for another link that confirms an address: `/request-confirmation`.
    case requestConfirmation

    /// Choosing a new password: `/reset-password?token=…`, the link of a mail.
    case resetPassword(token: String)

    /// Confirming an address: `/confirm?token=…`, the link of a mail.
    case confirm(token: String)

    /// Parses a location.
    ///
    /// - Parameter location: The path and the query of a URL.
    public init?(_ location: RouteLocation) {
        guard location.path.count == 1 else { return nil }
        switch location.path[0] {
        case "sign-in": self = .signIn
        case "register": self = .register
        case "forgotten-password": self = .forgottenPassword
        case "request-confirmation": self = .requestConfirmation
        // A link without a token leads to the screen that says that it is invalid.
        case "reset-password": self = .resetPassword(token: location.query["token"] ?? "")
        case "confirm": self = .confirm(token: location.query["token"] ?? "")
        default: return nil
        }
    }

    /// The path and the query of its URL.
    public var location: RouteLocation {
        switch self {
        case .signIn: RouteLocation(path: ["sign-in"])
        case .register: RouteLocation(path: ["register"])
        case .forgottenPassword: RouteLocation(path: ["forgotten-password"])
        case .requestConfirmation: RouteLocation(path: ["request-confirmation"])
        case .resetPassword(let token): RouteLocation(path: ["reset-password"], query: ["token": token])
        case .confirm(let token): RouteLocation(path: ["confirm"], query: ["token": token])
        }
    }
}
