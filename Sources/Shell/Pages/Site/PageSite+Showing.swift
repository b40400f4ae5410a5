import AuthDomain
import AuthPresentation
import DomainKit
import FeatureAPI
import PresentationKit
import ShellPresentation
import ShellServer

extension PageSite {
    /// Shows a place as a new page.
    func show(_ route: ApplicationRoute, _ location: RouteLocation, _ visit: Visit) async throws -> SiteAnswer {
        let name = "page"
        if route.needsSession, visit.caller == nil {
            return visit.answer(name, PageResponses.redirect(to: ApplicationRoute.signingIn(returningTo: route)))
        }
        if route == .signIn(.signIn), visit.caller != nil {
            let target = ApplicationRoute.target(of: location) ?? .home
            return visit.answer(name, PageResponses.redirect(to: target.url))
        }
        let browser = visit.cookies.browser ?? BrowserID()
        let page = try await open(route, location, visit, in: browser)
        var response = await document(of: page, in: browser, visit)
        if visit.cookies.browser == nil {
            response.fields["set-cookie"] = Cookies.setting(browser, isSecure: isSecure)
        }
        return visit.answer(name, response)
    }

    /// Opens a page at a place.
    ///
    /// - Parameters:
    ///   - route: The place.
    ///   - location: Its URL, which may say where signing in leads.
    ///   - visit: The request.
    ///   - browser: The browser.
    /// - Returns: The page.
    /// - Throws: `CancellationError` if the time of the request is over.
    @MainActor
    func open(
        _ route: ApplicationRoute, _ location: RouteLocation, _ visit: Visit, in browser: BrowserID
    ) async throws -> LivePage {
        var route = route
        // A place that needs a session leads to signing in, and signing in leads back to it.
        if route == .signIn(.signIn), let target = ApplicationRoute.target(of: location) { route = target }
        return try await pages.open(
            ApplicationCoordinator(configuration, session: visit.signedIn, at: route), in: browser)
    }

    /// The page as a whole.
    @MainActor
    func document(of page: LivePage, in browser: BrowserID, _ visit: Visit) -> APIResponse {
        let csrf = visit.proof(for: browser)
        let html = page.html { title, revision in
            Document(
                title: title, page: page.id.description, revision: revision, csrf: csrf, style: Asset.style.path,
                script: Asset.script.path, icon: Asset.icon.path)
        }
        return PageResponses.document(
            HiddenFields(page: page.id.description, csrf: csrf).fill(in: html), status: page.isInvalid ? 422 : 200)
    }
}
