import BrowserTesting
import TestTraits
import Testing

/// Sessions that end in one browser, and what others show then.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct SessionStoryTests {
    @Test func `signing out everywhere leads the open page of another browser to signing in, and back`() async throws {
        try await PageServer.run { server in
            try await server.register()
            try await Browser.run(BrowserOptions(), BrowserOptions()) { first, second in
                for browser in [first, second] {
                    try await browser.open(server.url + "/account")
                    try await browser.signIn()
                    try await browser.arrives(at: "/account")
                }
                try await second.press("Profile")
                try await second.shows("Welcome", in: "h1")
                try await first.reload()
                try await first.shows("Another session", in: "#sessions")
                try await first.press("Sign out everywhere")
                try await first.arrives(at: "/sign-in")
                try await second.arrives(at: "/sign-in?return=%2Fprofile")
                try await second.signIn()
                try await second.arrives(at: "/profile")
            }
        }
    }

    @Test func `without scripts, the next press in the other browser leads to signing in, and back`() async throws {
        try await PageServer.run { server in
            try await server.register()
            let options = BrowserOptions(hasJavaScript: false)
            try await Browser.run(options, options) { first, second in
                for browser in [first, second] {
                    try await browser.open(server.url)
                    try await browser.signIn()
                    try await browser.arrives(at: "/items")
                }
                try await first.press("Account")
                try await first.press("Sign out everywhere")
                try await first.arrives(at: "/sign-in")
                try await second.press("Profile")
                try await second.arrives(at: "/sign-in?return=%2Fprofile")
                try await second.signIn()
                try await second.shows("Welcome", in: "h1")
            }
        }
    }
}
