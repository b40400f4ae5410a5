import AuthDomain
import AuthPresentation
import DomainKit
import FeatureAPI
import PresentationKit
import ShellPresentation
import ShellServer

extension PageSite {
    // INSP-08: The inspector is mounted under a path, for sessions of operators.

    /// Answers a request for pages of operators.
    func answer(_ visit: Visit, by pages: OperatorPages) async throws -> SiteAnswer {
        guard let caller = visit.caller else {
            guard visit.request.method == .get else { throw Problem.noSuchPage }
            return visit.answer(pages.name, PageResponses.redirect(to: ApplicationRoute.signIn(.signIn).url))
        }
        guard caller.account.roles.contains(.operator) else { throw Problem.noSuchPage }
        guard let method = visit.request.method else { throw Problem.noSuchMethod }
        guard isFromThisSite(visit.request) else { throw Problem.otherSite }
        let request = APIRequest(method, visit.request.target, fields: visit.request.fields)
        return SiteAnswer(pages.name, try await pages.answer(request), to: caller)
    }

    /// Whether a page of this site, or the browser's user, has made a request: its forms have no proof of that.
    ///
    /// Browsers of today say where a request comes from, and older ones the origin of what changes something.
    private func isFromThisSite(_ request: SiteRequest) -> Bool {
        let isReading = request.method == .get
        if let site = request.fields["sec-fetch-site"] {
            if site == "same-origin" { return true }
            guard isReading else { return false }
            return site == "none" || request.fields["sec-fetch-mode"] == "navigate"
        }
        guard let origin = request.fields["origin"] else { return isReading }
        guard let host = request.host else { return false }
        return origin.lowercased() == "\(isSecure ? "https" : "http")://\(host.lowercased())"
    }
}
