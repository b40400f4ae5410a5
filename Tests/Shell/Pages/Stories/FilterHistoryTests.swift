import BrowserTesting
import DomainKit
import ItemsDomain
import TestTraits
import Testing

/// The browser's button to go back, among the filters and searches of the list.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct FilterHistoryTests {
    @Test(arguments: [true, false])
    func `each filter is a place to go back to, and a search is one, however it was typed`(
        hasJavaScript: Bool
    ) async throws {
        try await PageServer.run { server in
            try await server.register()
            let items = try await server.items()
            for name in ["Buy milk", "Polish the shell"] { _ = try await items.create(name: name) }
            try await Browser.run(BrowserOptions(hasJavaScript: hasJavaScript)) { browser in
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.arrives(at: "/items")
                try await browser.press("Open")
                try await browser.arrives(at: "/items?filter=open")
                try await browser.press("Completed")
                try await browser.arrives(at: "/items?filter=completed")
                try await browser.back()
                try await browser.arrives(at: "/items?filter=open")
                try await browser.shows("Buy milk", in: "#items")
                for text in ["mil", "milk"] {
                    try await browser.type(text, into: "Search items")
                    try await browser.press(.enter)
                    try await browser.arrives(at: "/items?filter=open&search=\(text)")
                }
                try await browser.hides("Polish", in: "#items")
                try await browser.back()
                if !hasJavaScript { try await browser.back() }
                try await browser.arrives(at: "/items?filter=open")
                try await browser.shows("Polish", in: "#items")
            }
        }
    }
}
