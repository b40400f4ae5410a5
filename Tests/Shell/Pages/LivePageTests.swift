import AsyncHTTPClient
import AuthDomain
import DomainKit
import FeatureAPI
import ItemsDomain
import NIOCore
import NIOHTTP1
import Testing

@testable import ShellPages

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Pages as the script uses them.
@Suite(.timeLimit(.minutes(25))) struct LivePageTests {
    @Test func `an action is answered with the parts that it has changed`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            try await browser.signIn()
            let update = try await browser.postByScript("add", ["name": "Buy milk"])
            #expect(update.page == browser.page?.data("page"))
            #expect(update.url == "/items")
            #expect(update.revision > 1)
            let item = try #require(try await server.items().fetchAll(ItemPageRequest()).elements.first)
            #expect(Set(update.parts.keys) == ["add", "placeholder", "item-\(item.id)"])
            #expect(update.lists == ["items": ["item-\(item.id)"]])
            #expect(update.parts["item-\(item.id)"]?.contains("Buy milk") == true)
            let next = try await browser.postByScript("search", ["search": "tea"])
            #expect(next.url == "/items?search=tea")
        }
    }

    @Test func `a change of one row is answered with that row alone`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let items = try await server.items()
            let first = try await items.create(name: "Buy milk")
            _ = try await items.create(name: "Read the book")
            let browser = TestBrowser(server)
            try await browser.signIn()
            let update = try await browser.postByScript("complete", ["item": "\(first.id)"])
            #expect(Set(update.parts.keys) == ["item-\(first.id)"])
            #expect(update.lists.isEmpty)
        }
    }

    @Test func `a field that is empty again after its text was taken is sent, also if its typing was not`()
        async throws
    {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            try await browser.signIn()
            let update = try await browser.postByScript("add", ["name": "Buy milk"])
            #expect(update.parts.values.contains { $0.contains("name=\"name\" value=\"\"") })
        }
    }

    @Test func `a page that the server has lost is created again from its URL`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            try await browser.signIn()
            await server.site.pages.closeAll()
            #expect(await server.site.pages.count == 0)
            let update = try await browser.postByScript("add", ["name": "Buy milk"])
            #expect(update.page != browser.page?.data("page"))
            #expect(update.parts["main"]?.contains("Buy milk") == true)
        }
    }

    @Test func `a session that begins or ends makes the browser load another page`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            try await browser.open("/sign-in")
            let signedIn = try await browser.postByScript(
                "signIn", ["email": PageServer.email, "password": PageServer.password])
            #expect(signedIn.isDocument)
            #expect(signedIn.url == "/items")
            try await browser.open("/account")
            let signedOut = try await browser.postByScript("signOut")
            #expect(signedOut.isDocument)
            #expect(signedOut.url == "/sign-in")
        }
    }

    @Test func `changes of others arrive by the one event stream of a browser`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            try await browser.signIn()
            let first = try #require(browser.page?.data("page"))
            let second = try #require(try await browser.open("/items?filter=open").data("page"))
            let events = try await EventReader(browser.begin("GET", "/events"))
            let pages = try await events.next()
            #expect(pages.event == "pages")
            let known = try JSONDecoder().decode([String: Int].self, from: Data(pages.data.utf8))
            #expect(Set(known.keys) == [first, second])
            _ = try await server.items().create(name: "Buy milk")
            var updated: Set<String> = []
            while updated != [first, second] {
                let event = try await events.next()
                #expect(event.event == "update")
                let update = try JSONDecoder().decode(PageUpdate.self, from: Data(event.data.utf8))
                if update.parts.values.contains(where: { $0.contains("Buy milk") }) { updated.insert(update.page) }
            }
        }
    }

    @Test func `signing out in one tab leads the others out, too`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            try await browser.signIn()
            let other = try #require(browser.page?.data("page"))
            let events = try await EventReader(browser.begin("GET", "/events"))
            _ = try await events.next()
            try await browser.open("/account")
            try await browser.post("signOut")
            let update = try await events.update(of: other)
            #expect(update.isDocument)
        }
    }

    @Test func `the pages of a browser are bounded, and are closed when it is gone`() async throws {
        var limits = PageLimits()
        (limits.pagesPerBrowser, limits.idleTime) = (3, .milliseconds(200))
        try await PageServer.run(limits: limits) { server in
            try await server.register()
            let browser = TestBrowser(server)
            try await browser.signIn()
            for _ in 0..<5 { try await browser.open("/items") }
            #expect(await server.site.pages.count <= 3)
            while await server.site.pages.count > 0 { try await Task.sleep(for: .milliseconds(20)) }
        }
    }
}
