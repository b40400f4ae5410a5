import BrowserTesting
import ItemsDomain
import TestTraits
import Testing

/// Pages in a browser that runs no scripts.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct NoScriptStoryTests {
    private static let options = BrowserOptions(hasJavaScript: false)

    @Test func `the profile is set up and changed`() async throws {
        try await PageServer.run { server in
            try await server.register()
            try await Browser.run(Self.options) { browser in
                try await browser.open(server.url + "/profile")
                try await browser.signIn()
                try await browser.shows("Welcome", in: "h1")
                try await browser.type("a", into: "Screen name")
                try await browser.setDate("1990-12-10", of: "Birthday")
                try await browser.press("Continue")
                try await browser.shows("The screen name has 1 character")
                #expect(try await browser.value(of: "Birthday") == "1990-12-10")
                try await browser.type("ada", into: "Screen name")
                try await browser.press("Continue")
                try await browser.arrives(at: "/items")
                try await browser.press("Profile")
                try await browser.shows("Profile", in: "h1")
                try await browser.type("countess", into: "Screen name")
                try await browser.setDate("1990-12-11", of: "Birthday")
                try await browser.press("Save")
                try await browser.press("Items")
                try await browser.press("Profile")
                try await browser.shows("Profile", in: "h1")
                #expect(try await browser.value(of: "Screen name") == "countess")
                #expect(try await browser.value(of: "Birthday") == "1990-12-11")
            }
        }
    }

    @Test func `the password is changed, once the current one is right`() async throws {
        try await PageServer.run { server in
            try await server.register()
            try await Browser.run(Self.options) { browser in
                try await browser.open(server.url + "/account")
                try await browser.signIn()
                try await browser.type("not the password", into: "Current password")
                try await browser.type("rippled shells 8", into: "New password")
                try await browser.press("Change password")
                try await browser.shows("This is not your password.", in: "#password [role=alert]")
                try await browser.type(PageServer.password, into: "Current password")
                try await browser.type("rippled shells 8", into: "New password")
                try await browser.press("Change password")
                try await browser.shows("Password changed")
                try await browser.press("Sign out", in: .css("header"))
                try await browser.arrives(at: "/sign-in")
                try await browser.signIn(password: "rippled shells 8")
                try await browser.arrives(at: "/items")
            }
        }
    }

    @Test func `the account is deleted, once the password confirms it`() async throws {
        try await PageServer.run { server in
            try await server.register()
            try await Browser.run(Self.options) { browser in
                try await browser.open(server.url + "/account")
                try await browser.signIn()
                try await browser.press("Delete account…")
                try await browser.press("Keep account")
                try await browser.press("Delete account…")
                try await browser.type("not the password", into: "Password")
                try await browser.press("Delete for good")
                try await browser.shows("This is not your password.", in: "#deletion [role=alert]")
                try await browser.type(PageServer.password, into: "Password")
                try await browser.press("Delete for good")
                try await browser.arrives(at: "/sign-in")
                try await browser.signIn()
                try await browser.shows("password", in: "[role=alert]")
            }
        }
    }

    @Test func `a long list is shown in steps, filtered and searched`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let items = try await server.items()
            for number in 1...60 { _ = try await items.create(name: "Item \(number).") }
            try await Browser.run(Self.options) { browser in
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.shows("Item 50.", in: "#items")
                #expect(try await browser.elements(.css("#items > li")).count == 50)
                try await browser.press("Show more")
                try await browser.shows("Item 60.", in: "#items")
                #expect(try await browser.elements(.css("#items > li")).count == 60)
                #expect(try await !browser.has(.control("Show more")))
                try await browser.press("Complete Item 60.")
                try await browser.waiting { try await browser.has(.control("Reopen Item 60.")) }
                try await browser.press("Completed")
                try await browser.hides("Item 1.", in: "#items")
                try await browser.shows("Item 60.", in: "#items")
                try await browser.press("Open")
                try await browser.type("item 6", into: "Search items")
                try await browser.press(.enter)
                try await browser.shows("Item 6.", in: "#items")
                #expect(try await browser.elements(.css("#items > li")).count == 1)
                try await browser.press("All")
                try await browser.shows("Item 60.", in: "#items")
                #expect(try await browser.value(of: "Search items") == "item 6")
                try await browser.type("nowhere", into: "Search items")
                try await browser.press(.enter)
                try await browser.shows("Nothing found", in: "h2")
            }
        }
    }
}
