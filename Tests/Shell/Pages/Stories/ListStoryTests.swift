import BrowserTesting
import DomainKit
import ItemsDomain
import TestTraits
import Testing

/// The list of items, in a browser: its steps, its places in the history, and what it shows when it cannot be loaded.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct ListStoryTests {
    @Test func `a long list is shown in steps, stays live, and keeps the focus when all is shown`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let items = try await server.items()
            var last: ItemDetails?
            for number in 1...110 { last = try await items.create(name: "Item \(number).") }
            let id = try #require(last).id
            try await Browser.run { browser in
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.showsRows(50)
                try await browser.run("window.isSame = true")
                try await browser.press("Show more")
                try await browser.showsRows(100)
                #expect(try await browser.focused().name == "Show more")
                try await browser.press(.enter)
                try await browser.showsRows(110)
                #expect(try await !browser.has(.control("Show more")))
                try await browser.waiting(for: "the focus on the last item") {
                    try await browser.focused().name == "Item 110."
                }
                _ = try await items.rename(id, to: "The last one")
                try await browser.shows("The last one", in: "#items")
                _ = try await items.create(name: "After the last one")
                try await browser.showsRows(111)
                #expect(try await browser.evaluate("return window.isSame"))
                #expect(try await browser.loggedErrors().isEmpty)
            }
        }
    }

    @Test(arguments: [true, false])
    func `a list that cannot be loaded says so, until trying again succeeds`(hasJavaScript: Bool) async throws {
        try await PageServer.run(failingItems: { server, queries in
            try await server.register()
            _ = try await server.items().create(name: "Buy milk")
            try await Browser.run(BrowserOptions(hasJavaScript: hasJavaScript)) { browser in
                queries.fail()
                try await browser.open(server.url)
                try await browser.signIn()
                for _ in 1...2 {
                    try await browser.shows("The items can’t be shown", in: "h2")
                    #expect(try await !browser.has(.css("#items > li")))
                    let failures = queries.failures
                    try await browser.press("Try again")
                    try await browser.waiting(for: "another failure") { queries.failures > failures }
                }
                // Without scripts, what is shown until now may be the page before.
                try await browser.open(server.url)
                try await browser.shows("The items can’t be shown", in: "h2")
                queries.fail(false)
                try await browser.press("Try again")
                try await browser.shows("Buy milk", in: "#items")
                #expect(try await !browser.has(.css("h2")))
            }
        })
    }

    @Test func `a list that cannot be kept up to date says so, until trying again succeeds`() async throws {
        try await PageServer.run(failingItems: { server, queries in
            try await server.register()
            let items = try await server.items()
            _ = try await items.create(name: "Buy milk")
            try await Browser.run { browser in
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.shows("Buy milk", in: "#items")
                await queries.hiding { _ = try await items.create(name: "Buy tea") }
                try await browser.shows("This may be out of date", in: "#notices")
                try await browser.shows("Buy milk", in: "#items")
                queries.fail(false)
                try await browser.press("Try again")
                try await browser.shows("Buy tea", in: "#items")
                try await browser.hides("This may be out of date")
            }
        })
    }

    @Test(arguments: [true, false])
    func `back and forward lead between the list, what is found in it, and an item`(
        hasJavaScript: Bool
    ) async throws {
        try await PageServer.run { server in
            try await server.register()
            let items = try await server.items()
            _ = try await items.create(name: "Buy milk")
            let done = try await items.create(name: "Write the letter")
            _ = try await items.complete(done.id)
            try await Browser.run(BrowserOptions(hasJavaScript: hasJavaScript)) { browser in
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.shows("Buy milk", in: "#items")
                try await browser.press("Completed")
                try await browser.arrives(at: "/items?filter=completed")
                try await browser.press("Write the letter")
                try await browser.arrives(at: "/items/\(done.id)")
                try await browser.back()
                try await browser.arrives(at: "/items?filter=completed")
                try await browser.shows("Write the letter", in: "#items")
                #expect(try await !browser.text("#items").contains("Buy milk"))
                try await browser.forward()
                try await browser.arrives(at: "/items/\(done.id)")
                try await browser.shows("Write the letter", in: "h1")
                try await browser.press("All items")
                try await browser.arrives(at: "/items")
                try await browser.type("letter", into: "Search items")
                try await browser.press(.enter)
                try await browser.hides("Buy milk", in: "#items")
                try await browser.press("Write the letter")
                try await browser.arrives(at: "/items/\(done.id)")
                try await browser.back()
                try await browser.waiting(for: "what was found") {
                    try await browser.value(of: "Search items") == "letter"
                }
                try await browser.shows("Write the letter", in: "#items")
                #expect(try await !browser.text("#items").contains("Buy milk"))
                #expect(try await browser.loggedErrors().isEmpty)
            }
        }
    }
}

extension BrowserTab {
    /// Waits until the list has a number of rows.
    fileprivate func showsRows(_ count: Int) async throws {
        try await waiting(for: "\(count) rows") { try await elements(.css("#items > li")).count == count }
    }
}
