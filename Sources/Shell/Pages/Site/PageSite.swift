import AuthDomain
import DomainKit
import FeatureAPI
import Nacre
import PresentationKit
public import ShellPresentation
public import ShellServer

/// The screens of the application as pages of a browser: rendered on the server, live over server-sent events.
///
/// Everything but live updates works without scripts.
public struct PageSite: Site {
    let configuration: Configuration
    let authenticate: any Authenticating
    let isSecure: Bool
    let pages: OpenPages
    let operatorPages: OperatorPages?
    let renderer: Renderer

    /// Creates the site.
    ///
    /// - Parameters:
    ///   - configuration: What the screens work with.
    ///   - isSecure: Whether browsers reach the server by TLS.
    ///   - limits: The limits of the pages that are kept.
    ///   - operatorPages: Pages for operators under a path of the site; `nil` without any.
    /// - Throws: The mistake in a template.
    @MainActor
    public init(
        _ configuration: Configuration, isSecure: Bool, limits: PageLimits = PageLimits(),
        operatorPages: OperatorPages? = nil
    ) throws {
        self.configuration = configuration
        authenticate = configuration.accounts.authenticate
        self.isSecure = isSecure
        self.operatorPages = operatorPages
        renderer = try Renderer()
        pages = OpenPages(limits, renderer: renderer)
    }

    /// Answers a request of a browser.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    /// - Throws: Problems; errors of the use case that finds the session.
    public func answer(_ request: SiteRequest) async throws -> SiteAnswer {
        var answer = try await found(request)
        if case .response(let response) = answer.content { answer.content = .response(secured(response)) }
        return answer
    }

    /// An answer that makes browsers use TLS from now on, if they reach the server by it.
    func secured(_ response: APIResponse) -> APIResponse {
        // PAGE-33: Browsers that reach the server by TLS do not use plain HTTP any more.
        guard isSecure else { return response }
        var response = response
        response.fields["strict-transport-security"] = "max-age=31536000"
        return response
    }

    private func found(_ request: SiteRequest) async throws -> SiteAnswer {
        if let asset = Asset.all.first(where: { $0.path == request.target }) {
            try request.admit(nil)
            return SiteAnswer("asset", .response(asset.response), to: nil)
        }
        let cookies = Cookies(request.fields, isSecure: isSecure)
        let caller = try await caller(cookies)
        try request.admit(caller?.account.id)
        let visit = Visit(request: request, cookies: cookies, caller: caller)
        return try await EventContext.with(actor: caller?.account.id.description) { try await answer(visit) }
    }

    private func answer(_ visit: Visit) async throws -> SiteAnswer {
        if let pages = operatorPages, pages.have(visit.request.target) { return try await answer(visit, by: pages) }
        guard let location = RouteLocation(visit.request.target) else { throw Problem.noSuchPage }
        switch (visit.request.method, location.path) {
        case (.get, []): return visit.answer("home", PageResponses.redirect(to: ApplicationRoute.home.url))
        case (.get, ["events"]): return try events(visit)
        case (.post, ["pages", "close"]): return try await close(visit)
        default: break
        }
        guard let route = ApplicationRoute(location) else { throw Problem.noSuchPage }
        switch visit.request.method {
        case .get: return try await show(route, location, visit)
        case .post: return try await perform(route, location, visit)
        default: throw Problem.noSuchMethod
        }
    }

    private func caller(_ cookies: Cookies) async throws -> Caller? {
        guard let token = cookies.session else { return nil }
        do {
            return Caller(account: try await authenticate(token), token: token)
        } catch let error as AuthError where error.code == .sessionExpired {
            return nil
        }
    }

    /// Closes a page whose tab was closed.
    private func close(_ visit: Visit) async throws -> SiteAnswer {
        let (form, browser) = try await visit.form()
        if let page = form.page { await pages.close(page, of: browser) }
        return visit.answer("closePage", PageResponses.empty)
    }
}

/// A request with what is known of its browser.
struct Visit: Sendable {
    let request: SiteRequest
    let cookies: Cookies
    let caller: Caller?

    /// The session; `nil` without one.
    var signedIn: SignedIn? { caller.map { SignedIn(session: $0.account.session, token: $0.token) } }

    /// Whether the script makes the request, which wants an update and not a document.
    var isByScript: Bool { request.fields["accept"] == MediaType.json }

    /// An answer to the request.
    func answer(_ name: String, _ response: APIResponse) -> SiteAnswer {
        SiteAnswer(name, .response(response), to: caller)
    }

    /// The proof that a form was made for the browser and its session, also one that has ended since.
    func proof(for browser: BrowserID) -> String { Cookies.proof(of: browser, cookies.session) }

    /// The form that was posted, which must have been made for this browser and its session.
    ///
    /// - Returns: The form and the browser.
    /// - Throws: A problem if it is no form, or was made for another one.
    func form() async throws -> (PageForm, BrowserID) {
        let body = try await request.body()
        guard let form = PageForm(body) else { throw Problem.noForm }
        guard let browser = cookies.browser, form.csrf == proof(for: browser) else {
            throw Problem.otherForm
        }
        return (form, browser)
    }
}
