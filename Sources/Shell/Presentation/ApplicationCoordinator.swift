public import AuthDomain
public import AuthPresentation
import DomainKit
public import ItemsPresentation
public import Observation
import PresentationKit
import ProfileDomain
public import ProfilePresentation

/// The application of one user: the flow that is shown, and the session in which it is.
///
/// A place that needs a session leads to signing in without one, and signing in leads back to that place. A session that
/// ends by itself keeps the place, too; signing out does not.
@MainActor @Observable
public final class ApplicationCoordinator {
    // PRES-05: Screens report outcomes, and coordinators decide where they lead.

    /// The flows of the application.
    public enum Flow {
        /// Before a session.
        case signIn(SignInCoordinator)

        /// The items.
        case items(ItemsCoordinator)

        /// The profile.
        case profile(ProfileViewModel)

        /// The account.
        case account(AccountViewModel)
    }

    /// The flows of a session, which are kept while others are shown.
    private struct SessionFlows {
        let signedIn: SignedIn
        let items: ItemsCoordinator
        let profile: ProfileViewModel
        let account: AccountViewModel
    }

    /// The place that was opened last; its flow may have moved on since.
    private var place: ApplicationRoute

    /// The session; `nil` before signing in, and after the session has ended.
    public private(set) var session: SignedIn?

    @ObservationIgnored private let configuration: Configuration

    /// Where signing in leads; `nil` for ``ApplicationRoute/home``.
    @ObservationIgnored public private(set) var returnRoute: ApplicationRoute?

    @ObservationIgnored private var signInFlow: SignInCoordinator?
    @ObservationIgnored private var sessionFlows: SessionFlows?

    /// Creates the application.
    ///
    /// - Parameters:
    ///   - configuration: What the screens work with.
    ///   - session: A session that exists already.
    ///   - route: The first place.
    public init(_ configuration: Configuration, session: SignedIn? = nil, at route: ApplicationRoute = .home) {
        self.configuration = configuration
        self.session = session
        place = .signIn(.signIn)
        open(route)
    }

    /// The flow that is shown.
    public var flow: Flow {
        switch (place, session) {
        case (.signIn(let route), _): .signIn(signIn(at: route))
        case (_, nil): .signIn(signIn(at: .signIn))
        case (.items, let session?): .items(flows(in: session).items)
        case (.profile, let session?): .profile(flows(in: session).profile)
        case (.account, let session?): .account(flows(in: session).account)
        }
    }

    /// Where the user is.
    public var route: ApplicationRoute {
        switch flow {
        case .signIn(let flow): .signIn(flow.route)
        case .items(let flow): .items(flow.route)
        case .profile: .profile(.profile)
        case .account: .account(.account)
        }
    }

    /// Opens a place; without a session, one that needs it leads to signing in first.
    ///
    /// - Parameter route: The place.
    public func open(_ route: ApplicationRoute) {
        switch (route, session) {
        case (.signIn(let inner), _):
            signIn(at: inner).open(inner)
            place = route
        case (_, nil):
            returnRoute = route
            open(.signIn(.signIn))
        case (.items(let inner), let session?):
            flows(in: session).items.open(inner)
            place = route
        case (.profile, _), (.account, _): place = route
        }
    }

    /// Opens the place of a URL.
    ///
    /// - Parameter url: The path and the query: `/items?filter=open`.
    /// - Returns: Whether the application has the place; otherwise nothing changes.
    public func open(url: String) -> Bool {
        guard let route = ApplicationRoute(url: url) else { return false }
        open(route)
        return true
    }
}

// MARK: Flows

extension ApplicationCoordinator {
    private func signIn(at route: SignInRoute) -> SignInCoordinator {
        if let signInFlow { return signInFlow }
        let made = SignInCoordinator(configuration.accounts, at: route) { [weak self] signedIn in
            self?.begin(signedIn)
        }
        signInFlow = made
        return made
    }

    private func flows(in session: SignedIn) -> SessionFlows {
        if let sessionFlows, sessionFlows.signedIn.session.id == session.session.id { return sessionFlows }
        let useCases = configuration.useCases(in: session)
        let made = SessionFlows(
            signedIn: session,
            items: ItemsCoordinator(useCases.items, ids: configuration.ids, at: .list()) { [weak self] _ in
                self?.end(session, returning: true)
            },
            profile: ProfileViewModel(
                of: UserID(session.session.account), useCases.profiles, time: configuration.time
            ) { [weak self] outcome in
                switch outcome {
                case .setUp: self?.open(.home)
                case .sessionExpired: self?.end(session, returning: true)
                }
            },
            account: AccountViewModel(token: session.token, configuration.accounts) { [weak self] outcome in
                self?.end(session, returning: outcome == .sessionExpired)
            })
        sessionFlows = made
        return made
    }

    private func begin(_ signedIn: SignedIn) {
        session = signedIn
        signInFlow = nil
        let route = returnRoute ?? .home
        returnRoute = nil
        open(route)
    }

    private func end(_ ended: SignedIn, returning: Bool) {
        // A screen of an earlier session may report late.
        guard session?.session.id == ended.session.id else { return }
        returnRoute = returning && route.needsSession ? route : nil
        session = nil
        sessionFlows = nil
        open(.signIn(.signIn))
    }
}
