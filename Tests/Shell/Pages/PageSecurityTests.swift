import AsyncHTTPClient
import AuthDomain
import DomainKit
import FeatureAPI
import InMemoryLogging
import ItemsDomain
import NIOHTTP1
import Shell
import Testing

@testable import ShellPages

/// Requests that other sites make a browser send, and what scripts of others could do.
@Suite(.timeLimit(.minutes(25))) struct PageSecurityTests {
    @Test func `a form that was not made for the browser and its session changes nothing`() async throws {
        try await PageServer.run { server in
            try await server.register()
            try await server.register("eve@example.com")
            let eve = TestBrowser(server)
            try await eve.signIn("eve@example.com")
            let stolen = try #require(eve.page?.data("csrf"))
            let browser = TestBrowser(server)
            try await browser.open("/sign-in")
            let before = try #require(browser.page?.data("csrf"))
            try await browser.signIn()
            for proof in ["", "x", stolen, before] {
                let page = try await browser.forge("add", ["name": "Forged", "csrf": proof], to: "/items")
                #expect(page.status == 403)
                try await browser.open("/items")
            }
            #expect(try await server.items().fetchAll(ItemPageRequest()).elements.isEmpty)
        }
    }

    @Test func `a page of another browser cannot be used, nor closed`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let (ada, other) = (TestBrowser(server), TestBrowser(server))
            try await ada.signIn()
            try await other.signIn()
            let page = try #require(ada.page?.data("page"))
            try await other.forge("add", ["name": "Buy milk", "page": page])
            #expect(other.page?.data("page") != page)
            try await other.open("/items")
            let count = await server.site.pages.count
            let (answer, _) = try await other.send("POST", "/pages/close", form: other.form("", ["page": page]))
            #expect(answer.status == .noContent)
            #expect(await server.site.pages.count == count)
        }
    }

    @Test func `cookies are out of the reach of scripts and other sites`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            let (first, _) = try await browser.send("GET", "/sign-in")
            try await browser.open("/sign-in")
            let (second, _) = try await browser.send(
                "POST", "/sign-in",
                form: browser.form("signIn", ["email": PageServer.email, "password": PageServer.password]))
            for answer in [first, second] {
                let cookie = try #require(answer.headers.first(name: "set-cookie"))
                #expect(cookie.contains("; HttpOnly"))
                #expect(cookie.contains("; SameSite=Lax"))
                #expect(cookie.contains("; Path=/"))
            }
        }
    }

    @Test func `the log names an action only if there is one of that name`() async throws {
        try await PageServer.run { server in
            let browser = TestBrowser(server)
            try await browser.open("/sign-in")
            try await browser.forge("invented", to: "/items")
            #expect(browser.page?.url == "/sign-in")
            try await browser.post("signIn", ["email": "", "password": ""])
            while !server.log.entries.contains(where: { "\($0.metadata)".contains("page.signIn") }) {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(!server.log.entries.contains { "\($0.metadata)".contains("invented") })
        }
    }

    @Test func `a page loads nothing from elsewhere, and is in no frame`() async throws {
        try await PageServer.run { server in
            for target in ["/sign-in", "/nowhere"] {
                let page = try await TestBrowser(server).open(target)
                let policy = try #require(page.fields["content-security-policy"])
                for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
                    #expect(policy.contains(rule))
                }
                #expect(!policy.contains("unsafe"))
                #expect(page.fields["cache-control"] == "no-store")
                #expect(page.fields["x-content-type-options"] == "nosniff")
                #expect(!page.html.contains("style="))
            }
        }
    }

    @Test func `under TLS only the server itself can set the cookies`() async throws {
        try await PageServer.run(isSecure: true) { server in
            try await server.register()
            let browser = TestBrowser(server)
            let (answer, _) = try await browser.send("GET", "/sign-in")
            let cookie = try #require(answer.headers.first(name: "set-cookie"))
            #expect(cookie.hasPrefix("__Host-nacre-browser="))
            #expect(cookie.hasSuffix("; Secure"))
            try await browser.signIn()
            #expect(browser.page?.url == "/items")
            #expect(Set(browser.cookies.keys) == ["__Host-nacre-browser", "__Host-nacre-session"])
        }
    }

    @Test func `under TLS, answers require that browsers use nothing else`() async throws {
        for isSecure in [true, false] {
            try await PageServer.run(isSecure: isSecure) { server in
                for target in ["/sign-in", "/", "/nowhere", Asset.style.path] {
                    let (answer, _) = try await TestBrowser(server).send("GET", target)
                    let field = answer.headers.first(name: "strict-transport-security")
                    #expect(field == (isSecure ? "max-age=31536000" : nil))
                }
            }
        }
    }

    @Test func `a cookie that another site has added to takes no effect`() {
        let token = Token.random().text
        func session(_ cookie: String) -> String? {
            Cookies(APIFields(["cookie": cookie]), isSecure: false).session?.text
        }
        #expect(session("a=b; nacre-session=\(token)") == token)
        #expect(session("x=1,nacre-session=\(token)") == nil)
        #expect(session("nacre-session=\(Token.random().text); nacre-session=\(token)") == nil)
    }

    @Test func `each action that hashes a password is counted, whatever else the form says`() async throws {
        try await PageServer.run(passwordsAtOnce: 3) { server in
            let browser = TestBrowser(server)
            for (fields, status) in [([:], 200), (["item": "x"], 200), ([:], 200), ([:], 429), (["item": "x"], 429)] {
                try await browser.open("/sign-in")
                let typed = ["email": PageServer.email, "password": PageServer.password]
                let page = try await browser.forge("signIn", typed.merging(fields) { $1 })
                #expect(page.status == status)
            }
        }
    }

    @Test func `the pages of a session that has ended send nothing any more`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            try await browser.signIn()
            let page = try #require(browser.page?.data("page"))
            // As if the session had been ended from elsewhere: the cookie is there, the session is not.
            let token = try #require(browser.cookies["nacre-session"].flatMap { Token($0) })
            try await server.accounts.useCases.signOut(token, scope: .thisSession)
            let events = try await EventReader(browser.begin("GET", "/events"))
            let pages = try await events.next()
            #expect(pages.event == "pages")
            #expect(pages.data == "{}")
            _ = try await server.items().create(name: "A secret")
            let update = try await events.update(of: page)
            #expect(update.isDocument)
            #expect(update.parts.isEmpty)
        }
    }

    @Test func `a form of a session that has ended leads to signing in, and back to the place`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let browser = TestBrowser(server)
            try await browser.signIn()
            try await browser.open("/items?filter=open")
            let token = try #require(browser.cookies["nacre-session"].flatMap { Token($0) })
            try await server.accounts.useCases.signOut(token, scope: .thisSession)
            let page = try await browser.post("add", ["name": "Too late"])
            #expect(page.url == "/sign-in?return=%2Fitems%3Ffilter%3Dopen")
            await server.site.pages.closeAll()
            let back = try await browser.post(
                "signIn", ["email": PageServer.email, "password": PageServer.password])
            #expect(back.url == "/items?filter=open")
        }
    }
}
