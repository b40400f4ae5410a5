import AuthDomain
import DomainKit
import FeatureTesting
import ItemsDomain
import ProfileDomain
import ShellPresentation
import Testing

@testable import ShellPages

@Suite(.timeLimit(.minutes(25))) @MainActor
struct OpenPagesTests {
    private let preview: Preview
    private let other: SignedIn

    init() async throws {
        preview = try await Configuration.preview(hasher: TestPasswordHasher())
        let (accounts, password) = (preview.configuration.accounts, Password(Preview.password))
        try await accounts.register(NewAccount(email: "eve@example.com", password: password))
        other = try await accounts.signIn(email: "eve@example.com", password: password)
    }

    private func open(_ pages: OpenPages, _ session: SignedIn?, in browser: BrowserID) async throws -> PageID {
        try await pages.open(ApplicationCoordinator(preview.configuration, session: session), in: browser).id
    }

    @Test func `in all, the page that was used longest ago is closed for a new one`() async throws {
        var limits = PageLimits()
        limits.pages = 2
        let pages = OpenPages(limits, renderer: try Renderer())
        let browsers = [BrowserID(), BrowserID(), BrowserID()]
        let first = try await open(pages, nil, in: browsers[0])
        let second = try await open(pages, preview.session, in: browsers[1])
        _ = pages.page(first, of: browsers[0])
        let third = try await open(pages, other, in: browsers[2])
        #expect(pages.page(second, of: browsers[1]) == nil)
        #expect(pages.page(first, of: browsers[0]) != nil)
        #expect(pages.page(third, of: browsers[2]) != nil)
        #expect(pages.count == 2)
    }

    @Test func `of an account, too, in all its browsers, and other accounts keep theirs`() async throws {
        var limits = PageLimits()
        limits.pagesPerAccount = 2
        let pages = OpenPages(limits, renderer: try Renderer())
        let (mine, theirs) = (BrowserID(), BrowserID())
        let kept = try await open(pages, other, in: theirs)
        let first = try await open(pages, preview.session, in: mine)
        var browsers: [BrowserID] = []
        for _ in 0..<5 {
            browsers.append(BrowserID())
            _ = try await open(pages, preview.session, in: browsers[browsers.count - 1])
        }
        #expect(pages.count == 3)
        #expect(pages.page(kept, of: theirs) != nil)
        #expect(pages.page(first, of: mine) == nil)
    }

    @Test func `a new page stays, also if event streams serve all others`() async throws {
        var limits = PageLimits()
        limits.pagesPerAccount = 2
        let pages = OpenPages(limits, renderer: try Renderer())
        let (served, new) = (BrowserID(), BrowserID())
        _ = pages.stream(of: served, in: preview.session.session.id) {}
        let first = try await open(pages, preview.session, in: served)
        let second = try await open(pages, preview.session, in: served)
        let page = try await open(pages, preview.session, in: new)
        #expect(pages.page(page, of: new) != nil)
        #expect(pages.page(first, of: served) == nil)
        #expect(pages.page(second, of: served) != nil)
    }

    @Test func `a load that is cancelled with its request begins again, and the page stays up to date`() async throws {
        let (storage, queries) = ItemStorage.blocked()
        let items = ItemUseCases(in: storage, for: .all, ids: RandomIDGenerator())
        let configuration = Configuration(accounts: preview.configuration.accounts) { _ in
            .init(items: items, profiles: ProfileUseCases(in: .inMemory(), time: SystemTimeSource()))
        }
        let page = LivePage(
            ApplicationCoordinator(configuration, session: preview.session), by: try Renderer(), changed: {})
        await page.appear()
        queries.block(1)
        let request = Task { await page.perform(PageForm(Array("action=retry".utf8))!) }
        try await queries.waitForQuery()
        request.cancel()
        _ = await request.value
        _ = try await items.create(name: "Buy milk")
        while !page.update(since: 0).parts.values.contains(where: { $0.contains("Buy milk") }) {
            try await Task.sleep(for: .milliseconds(1))
        }
        await page.close()
    }
}
