import BrowserTesting
import Foundation
import TestTraits
import Testing

/// Changes by the command line, in a process of its own, as the pages of a server show them.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct CommandPagesTests {
    @Test func `changes by the command line appear on open pages without loading them again`() async throws {
        try await CommandServer.run { served in
            let ada = try await served.signedIn("ada")
            let account = try await ada.account
            try await Browser.run { browser in
                try await browser.open(served.address)
                try await browser.type(ada.email, into: "E-mail")
                try await browser.type(CommandServer.password, into: "Password")
                try await browser.press("Sign in")
                try await browser.shows("Nothing here yet", in: "h2")
                try await browser.run("window.isSame = true")
                // By the server, and on its store beside it.
                let added = try await ada.output("items", "add", "Buy milk", "--format", "json")
                let fields = try JSONSerialization.jsonObject(with: Data(added.utf8)) as? [String: Any]
                let id = try #require(fields?["id"] as? String)
                try await browser.shows("Buy milk", in: "#items")
                try await browser.hides("Nothing here yet")
                try await served.store.output("items", "add", "Read the book", "--owner", account)
                try await browser.shows("Read the book", in: "#items")
                try await served.store.output("items", "rename", id, "Buy tea")
                try await browser.shows("Buy tea", in: "#items")
                try await ada.output("items", "complete", id)
                try await browser.waiting { try await browser.has(.control("Reopen Buy tea")) }
                try await served.store.output("items", "delete", id)
                try await browser.hides("Buy tea", in: "#items")
                #expect(try await browser.evaluate("return window.isSame"))
                #expect(try await browser.loggedErrors().isEmpty)
            }
        }
    }
}
