import BrowserTesting
import DomainKit
import ItemsDomain
import TestTraits
import Testing

/// An item by itself, in a browser.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct ItemStoryTests {
    @Test(arguments: [true, false])
    func `an item is renamed, completed, deleted and restored, and its history says so`(
        hasJavaScript: Bool
    ) async throws {
        try await PageServer.run { server in
            try await server.register()
            let item = try await server.items().create(name: "Buy milk")
            try await Browser.run(BrowserOptions(hasJavaScript: hasJavaScript)) { browser in
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.press("Buy milk")
                try await browser.arrives(at: "/items/\(item.id)")
                try await browser.press("Rename Buy milk")
                try await browser.type("Buy nothing", into: "New name")
                if hasJavaScript { try await browser.press(.escape) } else { try await browser.press("Cancel") }
                try await browser.press("Rename Buy milk")
                #expect(try await browser.value(of: "New name") == "Buy milk")
                try await browser.type("Buy tea", into: "New name")
                try await browser.press(.enter)
                try await browser.press("Complete Buy tea")
                try await browser.shows("Completed", in: ".state")
                try await browser.press("Delete Buy tea")
                try await browser.shows("Deleted", in: ".state")
                #expect(try await !browser.has(.control("Rename Buy tea")))
                try await browser.press("Restore Buy tea")
                try await browser.press("Reopen Buy tea")
                try await browser.shows("Open", in: ".state")
                try await browser.showsHistory([
                    "Reopened", "Restored", "Deleted", "Completed", "Renamed to “Buy tea”", "Created as “Buy milk”",
                ])
                try await browser.press("All items")
                try await browser.arrives(at: "/items")
                try await browser.shows("Buy tea", in: "#items")
                #expect(try await browser.loggedErrors().isEmpty)
            }
        }
    }

    @Test func `changes from outside arrive, while a new name that is being typed stays`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let items = try await server.items()
            let item = try await items.create(name: "Buy milk")
            try await Browser.run { browser in
                try await browser.open(server.url + "/items/\(item.id)")
                try await browser.signIn()
                try await browser.shows("Buy milk", in: "h1")
                try await browser.run("window.isSame = true")
                _ = try await items.rename(item.id, to: "Buy tea")
                try await browser.shows("Buy tea", in: "h1")
                try await browser.press("Rename Buy tea")
                try await browser.type("Half a na", into: "New name")
                _ = try await items.complete(item.id)
                try await browser.showsHistory(["Completed", "Renamed to “Buy tea”", "Created as “Buy milk”"])
                try await browser.type("me")
                #expect(try await browser.value(of: "New name") == "Half a name")
                try await browser.press(.enter)
                try await browser.shows("Half a name", in: "h1")
                try await browser.shows("Completed", in: ".state")
                #expect(try await browser.evaluate("return window.isSame"))
                #expect(try await browser.loggedErrors().isEmpty)
            }
        }
    }
}

extension BrowserTab {
    /// Waits until the history of the item has lines.
    fileprivate func showsHistory(_ lines: [String]) async throws {
        try await waiting(for: "the history \(lines)") {
            try await evaluate("return [...document.querySelectorAll('#history bdi')].map(line => line.innerText)")
                == lines
        }
    }
}
