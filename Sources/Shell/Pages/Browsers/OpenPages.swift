import AuthDomain
import DomainKit
import PresentationKit
import ShellPresentation

/// The pages that are open in browsers, bounded in number and time.
@MainActor
final class OpenPages {
    // PAGE-04: Pages are bounded in number, by browser, account and in all, and in time without a browser's event stream.

    private let limits: PageLimits
    private let renderer: Renderer
    private(set) var browsers: [BrowserID: Browser] = [:]
    private var sweeping: Task<Void, Never>?

    init(_ limits: PageLimits, renderer: Renderer) {
        self.limits = limits
        self.renderer = renderer
    }

    deinit { sweeping?.cancel() }

    /// The number of open pages.
    var count: Int { browsers.values.reduce(0) { $0 + $1.pages.count } }

    /// The number of open event streams.
    var streamCount: Int { browsers.values.reduce(0) { $0 + $1.streamCount } }

    /// Opens a page, and loads it.
    ///
    /// - Parameters:
    ///   - application: The application at the page's URL.
    ///   - id: The browser.
    /// - Returns: The page.
    /// - Throws: `CancellationError` if the task is cancelled: the page is then not shown to any browser, and is closed.
    func open(_ application: ApplicationCoordinator, in id: BrowserID) async throws -> LivePage {
        let browser = browser(id)
        let page = LivePage(application, by: renderer) { [weak browser] in browser?.pageChanged() }
        browser.add(page)
        await enforceLimits(for: page, in: id)
        await page.appear()
        sweep()
        if Task.isCancelled { await close(page.id, of: id) }
        try Task.checkCancellation()
        return page
    }

    /// Finds a page of a browser, and notes its use.
    func page(_ id: PageID, of browser: BrowserID) -> LivePage? {
        browsers[browser]?.use(id)
    }

    /// Closes a page of a browser; no effect if there is none.
    func close(_ id: PageID, of browser: BrowserID) async {
        guard let page = browsers[browser]?.remove(id) else { return }
        forget(browser)
        await page.close()
    }

    /// Closes the page in which a session has begun or ended, and makes the browser load its pages of another session
    /// again.
    ///
    /// - Parameters:
    ///   - browser: The browser.
    ///   - page: The page in which the session began or ended.
    func sessionChanged(in browser: BrowserID, by page: LivePage) async {
        await close(page.id, of: browser)
        for other in browsers[browser]?.pages.values.map(\.page) ?? [] {
            guard other.session?.session.id != page.presentSession?.session.id else { continue }
            await other.leaveSession()
        }
    }

    /// Opens an event stream of a browser.
    func stream(
        of id: BrowserID, in session: SessionID?, _ changed: @escaping @MainActor () -> Void
    ) -> (Browser, Browser.Stream) {
        let browser = browser(id)
        return (browser, browser.open(in: session, changed))
    }

    /// Closes an event stream of a browser.
    func close(_ stream: Browser.Stream, of id: BrowserID) {
        browsers[id]?.close(stream)
        forget(id)
        sweep()
    }

    private func browser(_ id: BrowserID) -> Browser {
        if let browser = browsers[id] { return browser }
        let made = Browser()
        browsers[id] = made
        return made
    }

    /// Forgets a browser that has neither pages nor streams.
    private func forget(_ id: BrowserID) {
        guard let browser = browsers[id], browser.pages.isEmpty, !browser.hasStream else { return }
        browsers[id] = nil
    }

    /// Closes the pages that are over the limits because of a new one: those that no stream serves, and of these those
    /// used longest ago, first.
    private func enforceLimits(for new: LivePage, in id: BrowserID) async {
        await enforce(limits.pagesPerBrowser, for: new) { browser, _ in browser == id }
        if let account = new.session?.session.account {
            await enforce(limits.pagesPerAccount, for: new) { _, page in page.session?.session.account == account }
        }
        if count > limits.pages { await enforce(limits.pages, for: new) { _, _ in true } }
    }

    /// Closes one page of those that a limit is for, if there are more of them.
    private func enforce(_ limit: Int, for new: LivePage, among isLimited: (BrowserID, LivePage) -> Bool) async {
        var pages: [(id: PageID, browser: BrowserID, isServed: Bool, lastUse: ContinuousClock.Instant)] = []
        for (id, browser) in browsers {
            for (page, lastUse) in browser.pages.values where isLimited(id, page) {
                pages.append((page.id, id, browser.isServed(page), lastUse))
            }
        }
        guard pages.count > limit else { return }
        let oldest = pages.lazy.filter { $0.id != new.id }
            .min { !$0.isServed && $1.isServed || $0.isServed == $1.isServed && $0.lastUse < $1.lastUse }
        if let oldest { await close(oldest.id, of: oldest.browser) }
    }

    /// Closes the pages whose time is over, until no page is left that can be over.
    private func sweep() {
        guard sweeping == nil, !browsers.isEmpty else { return }
        let interval = limits.idleTime / 4
        sweeping = Task { [weak self] in
            while await self?.closeIdle() ?? false {
                do { try await Task.sleep(for: interval) } catch { return }
            }
            self?.sweeping = nil
        }
    }

    /// Closes the pages whose time is over; returns whether others are left.
    private func closeIdle() async -> Bool {
        let end = ContinuousClock.now - limits.idleTime
        for (id, browser) in browsers {
            for page in browser.pages.keys where browser.isIdle(page, since: end) { await close(page, of: id) }
            forget(id)
        }
        return !browsers.isEmpty
    }
}
