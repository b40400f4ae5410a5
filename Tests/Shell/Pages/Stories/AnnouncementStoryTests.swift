import BrowserTesting
import DomainKit
import ItemsDomain
import TestTraits
import Testing

/// Messages that appear on an open page, as a screen reader announces them.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct AnnouncementStoryTests {
    @Test func `what comes of signing up and signing in is announced`() async throws {
        try await PageServer.run { server in
            try await Browser.run { browser in
                try await browser.open(server.url + "/register")
                try await browser.type(PageServer.password, into: "Password")
                try await browser.announces("The e-mail address does not look right") {
                    try await browser.type("ada", into: "E-mail")
                    try await browser.press(.enter)
                }
                try await browser.announces("message is on its way to \(PageServer.email)") {
                    try await browser.type(PageServer.email, into: "E-mail")
                    try await browser.press(.enter)
                }
                try await browser.open(server.url + "/sign-in")
                try await browser.announces("password") {
                    try await browser.signIn(password: "not the password")
                }
                try await browser.open(server.url + "/confirm?token=x")
                try await browser.announces("The link was used already") {
                    try await browser.press("Confirm address")
                }
            }
        }
    }

    @Test func `what comes of changing the profile and the account is announced`() async throws {
        try await PageServer.run { server in
            try await server.register()
            try await Browser.run { browser in
                try await browser.open(server.url + "/profile")
                try await browser.signIn()
                try await browser.type("ada", into: "Screen name")
                try await browser.setDate("1990-12-10", of: "Birthday")
                try await browser.press("Continue")
                try await browser.arrives(at: "/items")
                try await browser.press("Profile")
                try await browser.arrives(at: "/profile")
                try await browser.announces("Saved.") {
                    try await browser.type("countess", into: "Screen name")
                    try await browser.press(.enter)
                }
                try await browser.press("Account")
                try await browser.arrives(at: "/account")
                try await browser.announces("password") {
                    try await browser.type("not the password", into: "Current password")
                    try await browser.type("rippled shells 8", into: "New password")
                    try await browser.press(.enter)
                }
                try await browser.announces("Password changed.") {
                    try await browser.type(PageServer.password, into: "Current password")
                    try await browser.press(.enter)
                }
            }
        }
    }

    @Test func `what comes of changing, searching and following items is announced`() async throws {
        try await Browser.run { browser in
            try await PageServer.run(failingItems: { server, queries in
                try await server.register()
                let items = try await server.items()
                let milk = try await items.create(name: "Buy milk")
                _ = try await items.delete(items.create(name: "Buy tea").id)
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.shows("Buy milk", in: "#items")
                try await browser.announces("Please type a name.") { try await browser.press("Add") }
                try await browser.press("Rename Buy milk")
                try await browser.waiting { try await browser.has(.field("New name")) }
                try await browser.announces("Please type a name.", in: "#items") {
                    try await browser.type("", into: "New name")
                    try await browser.press(.enter)
                }
                try await browser.press(.escape)
                try await browser.announces("Nothing found") { try await browser.type("x", into: "Search items") }
                try await browser.type("", into: "Search items")
                try await browser.press("Deleted")
                try await browser.announces("Restored Buy tea") { try await browser.press("Restore Buy tea") }
                try await browser.press("All")
                try await browser.shows("Buy milk", in: "#items")
                try await browser.announces("This may be out of date") {
                    await queries.hiding { _ = try await items.complete(milk.id) }
                }
                try await browser.announces("Not saved") { try await browser.press("Complete Buy milk") }
            })
            try await browser.announces("No connection.") {}
        }
    }
}

extension BrowserTab {
    /// Requires that a step makes a text appear in a live region: one that was there before, or an alert.
    fileprivate func announces(
        _ text: String, in selector: String = "body", after step: () async throws -> Void
    ) async throws {
        try await run(
            "for (const region of document.querySelectorAll('[role=status], [role=alert]')) region.wasThere = true")
        try await step()
        try await waiting(for: "the announcement of “\(text)”") {
            for role in ["status", "alert"] {
                for region in try await elements(.role(role).containing(text).inside(.css(selector))) {
                    let wasThere: Bool = try await evaluate("return arguments[0].wasThere === true", region.argument)
                    if wasThere || role == "alert" { return true }
                }
            }
            return false
        }
    }
}
