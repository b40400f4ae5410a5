import AuthDomain
import AuthInfrastructure
import BrowserTesting
import DomainKit
import FeatureTesting
import ItemsDomain
import Nacre
import NacreRuntime
import Shell
import Synchronization
import TestTraits
import Testing

@testable import ShellPages

/// Pages that change by themselves, in browsers.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct LiveStoryTests {
    @Test func `two sessions see each other's changes without loading the page again`() async throws {
        try await PageServer.run { server in
            try await server.register()
            try await Browser.run(BrowserOptions(), BrowserOptions()) { first, second in
                for browser in [first, second] {
                    try await browser.open(server.url)
                    try await browser.signIn()
                    try await browser.arrives(at: "/items")
                    try await browser.run("window.isSame = true")
                }
                try await first.add("Buy milk")
                try await second.shows("Buy milk", in: "#items")
                try await second.press("Complete Buy milk")
                try await first.waiting { try await first.has(.control("Reopen Buy milk")) }
                try await first.press("Rename Buy milk")
                try await first.type("Buy tea", into: "New name")
                try await first.press("Save")
                try await second.shows("Buy tea", in: "#items")
                for browser in [first, second] {
                    #expect(try await browser.evaluate("return window.isSame"))
                    #expect(try await browser.loggedErrors().isEmpty)
                }
            }
        }
    }

    @Test func `changes from outside arrive while a name is being typed, which stays`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let items = try await server.items()
            try await Browser.run { browser in
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.type("Half a na", into: "Name of the new item")
                let item = try await items.create(name: "From the command line")
                try await browser.shows("From the command line", in: "#items")
                try await browser.type("me")
                _ = try await items.complete(item.id)
                try await browser.waiting { try await browser.has(.control("Reopen From the command line")) }
                #expect(try await browser.value(of: "Name of the new item") == "Half a name")
                try await browser.press(.enter)
                try await browser.shows("Half a name", in: "#items")
                try await browser.waiting { try await browser.value(of: "Name of the new item") == "" }
            }
        }
    }

    @Test func `ten tabs of a browser are live over one event stream`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let items = try await server.items()
            try await Browser.run { browser in
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.arrives(at: "/items")
                var tabs = [browser]
                for _ in 1..<10 {
                    let tab = try await browser.newTab()
                    try await tab.open(server.url + "/items")
                    tabs.append(tab)
                }
                _ = try await items.create(name: "For all tabs")
                for tab in tabs { try await tab.shows("For all tabs", in: "#items") }
                #expect(await server.site.pages.streamCount == 1)
                // The tab with the stream is closed: another one takes its place.
                try await tabs[0].close()
                _ = try await items.create(name: "After the first")
                for tab in tabs.dropFirst() { try await tab.shows("After the first", in: "#items") }
            }
        }
    }

    @Test func `a server that stops shows a banner, and nothing typed is lost when it returns`() async throws {
        let application = try await Application.open(.inMemory, options: .init(answersFromEvents: true))
        let secrets = InMemorySecretStore()
        try await Browser.run { browser in
            let port = Mutex(0)
            try await PageServer.run(on: application, secrets: secrets) { server in
                port.withLock { $0 = server.port }
                try await server.register()
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.arrives(at: "/items")
                try await browser.add("Before")
            }
            try await browser.waiting { try await browser.has(.css("#connection:not([hidden])")) }
            try await browser.type("Typed meanwhile", into: "Name of the new item")
            try await browser.press(.enter)
            try await PageServer.run(on: application, secrets: secrets, port: port.withLock { $0 }) { server in
                _ = try await server.items().create(name: "While it was away")
                try await browser.waiting { try await browser.has(.css("#connection[hidden]")) }
                try await browser.shows("While it was away", in: "#items")
                #expect(try await browser.value(of: "Name of the new item") == "Typed meanwhile")
                try await browser.press("Add")
                try await browser.shows("Typed meanwhile", in: "#items")
            }
        }
        await application.close()
    }

    @Test func `signing out in one tab leads the others out, and signing in leads back`() async throws {
        try await PageServer.run { server in
            try await server.register()
            try await Browser.run { browser in
                try await browser.open(server.url + "/profile")
                try await browser.signIn()
                try await browser.arrives(at: "/profile")
                let other = try await browser.newTab()
                try await other.open(server.url + "/items?filter=open")
                try await other.press("Sign out")
                try await other.arrives(at: "/sign-in")
                try await browser.arrives(at: "/sign-in?return=%2Fprofile")
                try await browser.signIn()
                try await browser.arrives(at: "/profile")
            }
        }
    }
}
