import BrowserTesting
import TestTraits
import Testing

/// The account, in a browser.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct AccountStoryTests {
    @Test func `a deletion is cancelled by Escape or a button, and leaves nothing of what was typed`() async throws {
        try await PageServer.run { server in
            try await server.register()
            try await Browser.run { browser in
                try await browser.open(server.url + "/account")
                try await browser.signIn()
                for cancels in [true, false] {
                    try await browser.press("Delete account…")
                    try await browser.waiting(for: "the focus on the password") {
                        try await browser.focused().name == "Password"
                    }
                    #expect(try await browser.value(of: "Password") == "")
                    try await browser.type(PageServer.password)
                    if cancels { try await browser.press("Keep account") } else { try await browser.press(.escape) }
                    try await browser.waiting(for: "the focus on the button") {
                        try await browser.focused().name == "Delete account…"
                    }
                    #expect(try await !browser.has(.field("Password")))
                }
                try await browser.reload()
                try await browser.shows("Where you are signed in.")
                #expect(try await !browser.has(.field("Password")))
                #expect(try await browser.loggedErrors().isEmpty)
            }
        }
    }
}
