import AuthDomain
import AuthPresentation
import DomainKit
import Observation
import PresentationKit
import ShellPresentation
import Synchronization

/// A page that is open in a browser: its view models, and what it shows.
///
/// It renders what its view models change, and tells its browser.
@MainActor
final class LivePage {
    // PAGE-03: A page's view models live on the server, and are created again from its URL when they are gone.

    let id = PageID()

    /// The session when the page was opened; `nil` without one.
    let session: SignedIn?

    /// The number of the state that is shown.
    private(set) var revision = 1

    /// The state that the browser has got as a whole.
    private(set) var documentRevision = 1

    private let application: ApplicationCoordinator
    private let renderer: Renderer
    private let changed: @MainActor () -> Void
    private var parts = RenderedParts()
    private var shown: (screen: PageScreen, title: String, url: String, isInvalid: Bool)?

    /// Whether the browser has another session now.
    private var isLeft = false

    private var isClosed = false

    /// Whether what is shown has changed since it was rendered.
    private let isOutdated = Mutex(true)

    /// Loads again what a request had no time to load.
    private var loading: Task<Void, Never>?

    /// Opens a page; ``appear()`` loads it.
    ///
    /// - Parameters:
    ///   - application: The application at the page's URL.
    ///   - renderer: Renders its parts.
    ///   - changed: Called when the page shows something else.
    init(_ application: ApplicationCoordinator, by renderer: Renderer, changed: @escaping @MainActor () -> Void) {
        self.application = application
        self.renderer = renderer
        self.changed = changed
        session = application.session
    }

    /// Loads what the page shows, and keeps it up to date.
    func appear() async {
        let screen = PageScreen(of: application)
        render()
        await screen.appear()
        render()
        loadIfCancelled(screen)
    }

    /// Ends keeping the page up to date.
    func close() async {
        isClosed = true
        loading?.cancel()
        await shown?.screen.disappear()
    }

    /// Whether the page's session has begun or ended, so that the browser must load another one.
    var hasOtherSession: Bool { isLeft || application.session?.session.id != session?.session.id }

    /// Makes the browser load the page again, because it has another session now.
    func leaveSession() async {
        isLeft = true
        revision += 1
        changed()
        await close()
    }

    /// Whether an action on this page has begun or ended the session; true for the first call alone.
    func takeSessionChange() -> Bool {
        guard !isLeft else { return false }
        isLeft = true
        return true
    }

    /// The session now.
    var presentSession: SignedIn? { application.session }

    /// The URL of the place that is shown.
    var url: String { application.url }

    /// The place that is shown.
    var route: ApplicationRoute { application.route }

    /// Whether something that was typed cannot be accepted.
    var isInvalid: Bool { shown?.isInvalid ?? false }

    /// Whether the page shows something that its URL does not say.
    var isTransient: Bool { shown?.screen.isTransient() ?? false }

    /// Carries out the actions of a form.
    ///
    /// - Parameter form: The form.
    /// - Returns: Whether the page has its actions.
    func perform(_ form: PageForm) async -> Bool {
        let screen = PageScreen(of: application)
        guard await screen.perform(form, render) else { return false }
        let next = PageScreen(of: application)
        if next.id != screen.id, !hasOtherSession {
            await screen.disappear()
            render()
            await next.appear()
        }
        render()
        loadIfCancelled(next)
        return true
    }

    /// Loads a screen once more if the time of the request was over before it was loaded: whatever was cancelled is not
    /// kept up to date.
    private func loadIfCancelled(_ screen: PageScreen) {
        // PAGE-34: What a request has no time to load is loaded without it.
        guard Task.isCancelled, !isClosed, !hasOtherSession else { return }
        loading?.cancel()
        loading = Task { [weak self] in
            await screen.appear()
            self?.render()
        }
    }

    /// The page as a whole.
    ///
    /// - Parameter make: Creates what surrounds it.
    /// - Returns: The document.
    func html(_ make: (_ title: String, _ revision: Int) -> Document) -> String {
        documentRevision = revision
        return renderer.html(
            of: make(shown?.title ?? "", revision), header: parts.headerHTML, main: parts.mainHTML)
    }

    /// What has changed.
    ///
    /// - Parameter revision: The state that the browser shows.
    /// - Returns: The update.
    func update(since revision: Int) -> PageUpdate {
        var update = PageUpdate(
            page: id.description, since: revision, revision: self.revision, url: url, title: shown?.title ?? "")
        if hasOtherSession {
            update.isDocument = true
        } else {
            parts.fill(&update, since: revision)
        }
        return update
    }

    /// Renders what is shown now if it has changed, and again when it changes.
    private func render() {
        let wasOutdated = isOutdated.withLock { isOutdated in
            defer { isOutdated = false }
            return isOutdated
        }
        guard wasOutdated else { return }
        let (screen, content, url) = withObservationTracking {
            let screen = PageScreen(of: application)
            return (screen, screen.content(), application.url)
        } onChange: { [weak self] in
            self?.isOutdated.withLock { $0 = true }
            Task { @MainActor in self?.renderAgain() }
        }
        let header = Part("header", .header, Header(of: screen.flow))
        let isRendered = parts.show(header: header, content.parts, at: revision + 1, by: renderer)
        let isChanged = isRendered || shown?.title != content.title || shown?.url != url || hasOtherSession
        shown = (screen, content.title, url, content.isInvalid)
        guard isChanged else { return }
        revision += 1
        changed()
    }

    private func renderAgain() {
        if !isClosed { render() }
    }
}
