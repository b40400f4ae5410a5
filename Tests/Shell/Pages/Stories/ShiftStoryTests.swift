import BrowserTesting
import DomainKit
import ItemsDomain
import TestTraits
import Testing

/// What messages and changes from elsewhere move on a page: nothing of what is being read.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct ShiftStoryTests {
    @Test(arguments: [BrowserOptions.Size.wide, .narrow])
    func `changes of items from elsewhere move no other row above them`(_ size: BrowserOptions.Size) async throws {
        try await PageServer.run { server in
            try await server.register()
            let items = try await server.items()
            let first = try await items.create(name: "Buy milk")
            let last = try await items.create(name: "Read the book")
            try await Browser.run(BrowserOptions(size: size)) { browser in
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.shows("Read the book", in: "#items")
                try await browser.staysInPlace("a new item") {
                    _ = try await items.create(name: "Call Grace")
                    try await browser.shows("Call Grace", in: "#items")
                }
                try await browser.staysInPlace("a completed item") {
                    _ = try await items.complete(first.id)
                    try await browser.waiting { try await browser.has(.control("Reopen Buy milk")) }
                }
                try await browser.staysInPlace("a renamed item") {
                    _ = try await items.rename(last.id, to: "Write a book")
                    try await browser.shows("Write a book", in: "#items")
                }
            }
        }
    }

    @Test(arguments: [BrowserOptions.Size.wide, .narrow])
    func `messages above the page move nothing`(_ size: BrowserOptions.Size) async throws {
        try await Browser.run(BrowserOptions(size: size)) { browser in
            try await PageServer.run(failingItems: { server, queries in
                try await server.register()
                let items = try await server.items()
                let milk = try await items.create(name: "Buy milk")
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.shows("Buy milk", in: "#items")
                try await browser.staysInPlace("a list out of date") {
                    await queries.hiding { _ = try await items.complete(milk.id) }
                    try await browser.shows("This may be out of date", in: "#notices")
                }
                try await browser.staysInPlace("a change that failed") {
                    try await browser.press("Complete Buy milk")
                    try await browser.shows("Not saved", in: "#notices")
                }
            })
            try await browser.staysInPlace("a lost connection") {
                try await browser.waiting { try await browser.has(.css("#connection:not([hidden])")) }
            }
        }
    }

    @Test(arguments: [BrowserOptions.Size.wide, .narrow])
    func `messages of forms move nothing`(_ size: BrowserOptions.Size) async throws {
        try await PageServer.run { server in
            try await server.register()
            try await Browser.run(BrowserOptions(size: size)) { browser in
                try await browser.open(server.url + "/register")
                try await browser.staysInPlace("fields that are filled in wrongly") {
                    try await browser.type("ada", into: "E-mail")
                    try await browser.type("short", into: "Password")
                    try await browser.press("Create account")
                    try await browser.shows("The password has 5 characters")
                }
                try await browser.open(server.url + "/account")
                try await browser.staysInPlace("a refused password") {
                    try await browser.signIn(password: "not the password")
                    try await browser.shows("password", in: "[role=alert]")
                }
                try await browser.signIn()
                try await browser.staysInPlace("a current password that is not right") {
                    try await browser.type("not the password", into: "Current password")
                    try await browser.type("rippled shells 8", into: "New password")
                    try await browser.press("Change password")
                    try await browser.shows("password", in: "#password [role=alert]")
                }
                try await browser.staysInPlace("a changed password") {
                    try await browser.type(PageServer.password, into: "Current password")
                    try await browser.press("Change password")
                    try await browser.shows("Password changed", in: "#password [role=status]")
                }
                try await browser.press("Items")
                try await browser.staysInPlace("a name that is too long") {
                    try await browser.type(String(repeating: "w", count: 2_001), into: "Name of the new item")
                    try await browser.press(.enter)
                    try await browser.shows("The name has 2001 characters", in: "#add-message")
                }
                try await browser.add("Buy milk")
                try await browser.press("Rename Buy milk")
                try await browser.staysInPlace("a new name that is missing") {
                    try await browser.type("", into: "New name")
                    try await browser.press(.enter)
                    try await browser.shows("Please type a name.", in: "#items .message")
                }
            }
        }
    }
}

extension BrowserTab {
    /// Requires that nothing moves on the page during a step, not even after a user's input.
    fileprivate func staysInPlace(_ what: String, during step: () async throws -> Void) async throws {
        try await waiting(for: "the end of loading") { try await !has(.css("main [aria-busy=true]")) }
        let before = try await layoutShift(includingInput: true)
        try await step()
        let shift = try await layoutShift(includingInput: true) - before
        #expect(shift == 0, "\(what) moves something")
    }
}
