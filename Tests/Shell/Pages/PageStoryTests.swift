import AsyncHTTPClient
import AuthDomain
import DomainKit
import FeatureAPI
import FeatureTesting
import ItemsDomain
import NIOHTTP1
import Testing

@testable import ShellPages

/// Pages as a browser without scripts gets them.
@Suite(.timeLimit(.minutes(25))) struct PageStoryTests {
    @Test func `a place that needs a session leads to signing in, and signing in leads back`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            let page = try await browser.open("/items?filter=open")
            #expect(page.url == "/sign-in?return=%2Fitems%3Ffilter%3Dopen")
            #expect(page.status == 200)
            let shown = try await browser.post(
                "signIn", ["email": PageServer.email, "password": PageServer.password])
            #expect(shown.url == "/items?filter=open")
            #expect(shown.status == 200)
            #expect(try await browser.open("/").url == "/items")
            #expect(try await browser.open("/sign-in").url == "/items")
        }
    }

    @Test func `a spent link of a confirmation leads to another one, as the account does until it is confirmed`()
        async throws
    {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            try await browser.signIn()
            #expect(try await browser.open("/account").html.contains("/request-confirmation"))
            let first = try await server.mailedLink("confirm").dropFirst(server.url.utf8.count)
            try await browser.open("/request-confirmation")
            #expect(try await browser.post("request", ["email": "none"]).status == 422)
            let page = try await browser.post("request", ["email": PageServer.email])
            #expect(page.html.contains("Check your mail"))
            let second = try await server.mailedLink("confirm").dropFirst(server.url.utf8.count)
            #expect(second != first)
            #expect(!(try await browser.open(String(first)).html.contains("/request-confirmation")))
            #expect(try await browser.post("confirm").html.contains("/request-confirmation"))
            try await browser.open(String(second))
            #expect(try await browser.post("confirm").html.contains("Address confirmed"))
            #expect(!(try await browser.open("/account").html.contains("/request-confirmation")))
        }
    }

    @Test func `HEAD is answered as GET, without the body`() async throws {
        try await PageServer.run { server in
            for target in ["/sign-in", "/items", "/nowhere", Asset.style.path] {
                let browser = TestBrowser(server)
                let (get, _) = try await browser.send("GET", target)
                let (head, body) = try await browser.send("HEAD", target)
                #expect(head.status == get.status)
                #expect(body.isEmpty)
                for name in ["content-type", "content-length", "location"] {
                    #expect(head.headers.first(name: name) == get.headers.first(name: name))
                }
            }
            #expect(try await TestBrowser(server).send("PUT", "/sign-in").0.status == .methodNotAllowed)
        }
    }

    @Test func `a return leads to no other site`() async throws {
        try await PageServer.run { server in
            try await server.register()
            for target in ["https://example.com/", "//example.com", "/nowhere", "/sign-in"] {
                let browser = TestBrowser(server)
                try await browser.signIn(at: "/sign-in?return=\(PercentCoding.encode(target))")
                #expect(browser.page?.url == "/items")
            }
        }
    }

    @Test func `what cannot be accepted is shown where it was typed, and a change leads back to the place`()
        async throws
    {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            try await browser.signIn()
            let long = String(repeating: "x", count: 2_001)
            let invalid = try await browser.post("add", ["name": long])
            #expect(invalid.status == 422)
            #expect(invalid.html.contains(long))
            let added = try await browser.post("add", ["name": "Buy <milk>"])
            #expect(added.status == 200)
            #expect(added.url == "/items")
            #expect(added.html.contains("Buy &lt;milk&gt;"))
            let items = try await server.items()
            let item = try #require(try await items.fetchAll(ItemPageRequest()).elements.first)
            let renaming = try await browser.post("beginRenaming", ["item": "\(item.id)"])
            #expect(renaming.html.contains("value=\"Buy &lt;milk&gt;\""))
            let renamed = try await browser.post("rename", ["item": "\(item.id)", "name": "Buy tea"])
            #expect(renamed.html.contains("Buy tea"))
            try await browser.post("complete", ["item": "\(item.id)"])
            #expect(try await items.fetchAll(ItemPageRequest()).elements.map(\.isCompleted) == [true])
        }
    }

    @Test func `signing out ends the session, and nothing of it is shown any more`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            try await browser.signIn()
            let token = browser.cookies["nacre-session"]
            let page = try await browser.post("signOut")
            #expect(page.url == "/sign-in")
            #expect(browser.cookies["nacre-session"] == nil)
            #expect(try await browser.open("/items").url == "/sign-in")
            let other = TestBrowser(server)
            other.set("nacre-session", token)
            #expect(try await other.open("/items").url == "/sign-in")
        }
    }

    @Test func `an item of another user is not there`() async throws {
        try await PageServer.run { server in
            try await server.register()
            try await server.register("eve@example.com")
            let item = try await server.items(of: "eve@example.com").create(name: "Eve's secret")
            let browser = TestBrowser(server)
            try await browser.signIn()
            let page = try await browser.open("/items/\(item.id)")
            #expect(page.status == 200)
            #expect(!page.html.contains("secret"))
            try await browser.open("/items")
            let refused = try await browser.forge("rename", ["item": "\(item.id)", "name": "Ada was here"])
            #expect(refused.status == 200)
            #expect(try await server.items(of: "eve@example.com").fetch(item.id).name == "Eve's secret")
        }
    }

    @Test func `what is no page is answered with its status, by a page`() async throws {
        try await PageServer.run { server in
            let browser = TestBrowser(server)
            for target in ["/nowhere", "/items/x", "/items/a/b", "/items?filter=odd"] {
                let page = try await browser.open(target)
                #expect(page.status == 404, "\(target)")
                #expect(page.html.contains("<!doctype html>"))
            }
            let page = try await browser.open("/v1/nowhere")
            #expect(page.status == 404)
            #expect(page.fields["content-type"] == "application/problem+json")
            try await browser.open("/sign-in")
            #expect(try await browser.forge("dance").status == 400)
            let (answer, _) = try await browser.send("DELETE", "/items")
            #expect(answer.status.code == 405)
        }
    }
}
