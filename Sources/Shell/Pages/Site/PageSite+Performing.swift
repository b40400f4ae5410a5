import AuthDomain
import AuthPresentation
import DomainKit
import FeatureAPI
import PresentationKit
import ShellPresentation
import ShellServer

extension PageSite {
    /// The actions for which the server hashes a password.
    private static let hashing: Set<String> = ["signIn", "register", "reset", "changePassword", "delete"]

    /// Carries out the actions of a form.
    func perform(_ route: ApplicationRoute, _ location: RouteLocation, _ visit: Visit) async throws -> SiteAnswer {
        let (form, browser) = try await visit.form()
        if route.needsSession, visit.caller == nil {
            // The action may be any text: only known ones are names of metrics.
            return visit.answer("page", try leave(to: ApplicationRoute.signingIn(returningTo: route), visit))
        }
        let page = try await page(of: form, at: route, location, visit, in: browser)
        if await Self.hashesPassword(form, on: page) { try visit.request.admitPassword(visit.caller?.account.id) }
        return visit.answer("page.\(form.action ?? "")", try await perform(form, on: page, visit, in: browser))
    }

    /// Whether an action makes the server hash a password.
    @MainActor
    private static func hashesPassword(_ form: PageForm, on page: LivePage) -> Bool {
        switch page.route {
        case .signIn, .account: form.action.map(hashing.contains) ?? false
        case .items, .profile: false
        }
    }

    @MainActor
    private func perform(
        _ form: PageForm, on page: LivePage, _ visit: Visit, in browser: BrowserID
    ) async throws -> APIResponse {
        let isKnown = form.action == "update" ? true : await page.perform(form)
        guard isKnown else { throw Problem.noSuchAction }
        if page.hasOtherSession {
            var response = try leave(to: page.url, visit)
            // Another request may have changed the session, or another page, which then has set the cookie.
            if page.takeSessionChange() {
                await pages.sessionChanged(in: browser, by: page)
                response.fields["set-cookie"] = Cookies.setting(page.presentSession, isSecure: isSecure)
            }
            return response
        }
        if visit.isByScript {
            let revision = form.page == page.id ? form.revision : 0
            return try PageResponses.json(page.update(since: revision).filled(csrf: visit.proof(for: browser)))
        }
        guard !page.isTransient else { return document(of: page, in: browser, visit) }
        // A reload must not post the form again.
        await pages.close(page.id, of: browser)
        return PageResponses.redirect(to: page.url)
    }

    /// The page of a form, or a new one at the URL.
    @MainActor
    private func page(
        of form: PageForm, at route: ApplicationRoute, _ location: RouteLocation, _ visit: Visit,
        in browser: BrowserID
    ) async throws -> LivePage {
        if let id = form.page, let page = pages.page(id, of: browser), !page.hasOtherSession,
            page.session?.session.id == visit.caller?.account.session.id,
            // The header signs out on every page.
            page.route == route || visit.isByScript && form.action != "signOut"
        {
            return page
        }
        return try await open(route, location, visit, in: browser)
    }

    /// Leads the browser, or its script, to another page.
    private func leave(to url: String, _ visit: Visit) throws -> APIResponse {
        guard visit.isByScript else { return PageResponses.redirect(to: url) }
        var update = PageUpdate(page: "", since: 0, revision: 0, url: url, title: "")
        update.isDocument = true
        return try PageResponses.json(update)
    }
}

extension PageUpdate {
    /// The update with the fields of its forms.
    ///
    /// - Parameter csrf: The proof that they were made for the browser.
    /// - Returns: The update as it is sent.
    func filled(csrf: String) -> PageUpdate {
        let fields = HiddenFields(page: page, csrf: csrf)
        var update = self
        update.parts = parts.mapValues(fields.fill)
        return update
    }
}
