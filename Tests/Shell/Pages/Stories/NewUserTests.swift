import BrowserTesting
import TestTraits
import Testing

/// What a new user does first, in a browser.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct NewUserTests {
    @Test(arguments: [true, false])
    func `a new user signs up, makes ten items, renames, completes, deletes and restores them`(
        hasJavaScript: Bool
    ) async throws {
        try await PageServer.run { server in
            try await Browser.run(BrowserOptions(hasJavaScript: hasJavaScript)) { browser in
                try await browser.open(server.url)
                try await browser.arrives(at: "/sign-in")
                try await browser.signUp()
                for number in 1...10 { try await browser.add("Item \(number)") }
                try await browser.press("Rename Item 3")
                try await browser.type("Third item", into: "New name")
                try await browser.press(.enter)
                try await browser.shows("Third item", in: "#items")
                try await browser.hides("Item 3", in: "#items")
                try await browser.press("Complete Item 4")
                try await browser.waiting { try await browser.has(.control("Reopen Item 4")) }
                try await browser.press("Delete Item 5")
                try await browser.hides("Item 5", in: "#items")
                try await browser.press("Completed")
                try await browser.arrives(at: "/items?filter=completed")
                try await browser.hides("Third item", in: "#items")
                try await browser.shows("Item 4", in: "#items")
                try await browser.press("Deleted")
                try await browser.press("Restore Item 5")
                try await browser.hides("Item 5", in: "#items")
                try await browser.press("All")
                try await browser.shows("Item 5", in: "#items")
                try await browser.type("third", into: "Search items")
                try await browser.press(.enter)
                try await browser.hides("Item 5", in: "#items")
                try await browser.press("Third item")
                try await browser.shows("Created as “Item 3”")
                try await browser.shows("Renamed to “Third item”")
                #expect(try await browser.loggedErrors().isEmpty)
            }
        }
    }

    @Test func `a user sets up the profile, changes the password, and deletes the account`() async throws {
        try await PageServer.run { server in
            try await Browser.run { browser in
                try await browser.open(server.url)
                try await browser.signUp()
                try await browser.press("Profile")
                try await browser.shows("Welcome", in: "h1")
                try await browser.type("a", into: "Screen name")
                try await browser.press("Continue")
                try await browser.shows("The screen name")
                try await browser.type("ada", into: "Screen name")
                try await browser.setDate("1990-12-10", of: "Birthday")
                try await browser.press("Continue")
                try await browser.arrives(at: "/items")
                try await browser.press("Profile")
                try await browser.waiting { try await browser.value(of: "Screen name") == "ada" }
                try await browser.press("Account")
                try await browser.type(PageServer.password, into: "Current password")
                try await browser.type("rippled shells 8", into: "New password")
                try await browser.press("Change password")
                try await browser.shows("Password changed")
                #expect(try await browser.value(of: "Current password") == "")
                try await browser.press("Sign out", in: .css("header"))
                try await browser.arrives(at: "/sign-in")
                try await browser.signIn(password: PageServer.password)
                try await browser.shows("password", in: "[role=alert]")
                try await browser.signIn(password: "rippled shells 8")
                try await browser.arrives(at: "/items")
                try await browser.press("Account")
                try await browser.press("Delete account…")
                try await browser.type("rippled shells 8", into: "Password")
                try await browser.press("Delete for good")
                try await browser.arrives(at: "/sign-in")
                try await browser.signIn(password: "rippled shells 8")
                try await browser.shows("password", in: "[role=alert]")
                #expect(try await browser.loggedErrors().isEmpty)
            }
        }
    }
}
