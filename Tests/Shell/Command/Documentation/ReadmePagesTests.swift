import BrowserTesting
import DocumentationPages
import TestFolders
import TestTraits
import Testing

/// The README's way to the pages, as a new user goes it: its command, what that prints, and each screen in a browser.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct ReadmePagesTests {
    @Test func `the README's command prints an address and an account, and every screen works`() async throws {
        let call = try #require(
            ShellCall.all().first { $0.place.hasPrefix("README.md:") && $0.words.contains("serve") })
        try await DocumentedServer.run(call, in: TemporaryFolder()) { server in
            let readme = try DocumentationPage("README.md").text
            #expect(readme.contains("\nhttp://127.0.0.1:8080\n\(server.printed.joined(separator: "\n"))\n"))
            let account = try #require(
                server.printed.first?.wholeMatch(of: /demo account: (?<email>\S+), password: (?<password>.+)/))
            try await Browser.run { browser in
                try await browser.open(server.address)
                try await browser.arrives(at: "/sign-in")
                try await browser.type(String(account.email), into: "E-mail")
                try await browser.type(String(account.password), into: "Password")
                try await browser.press("Sign in")
                try await Self.lookAtItems(in: browser)
                try await Self.leave(browser)
                #expect(try await browser.loggedErrors().isEmpty)
            }
        }
    }

    /// The list with items in every state, and the history of one.
    private static func lookAtItems(in browser: BrowserTab) async throws {
        try await browser.arrives(at: "/items")
        for control in ["Complete Buy milk", "Reopen Polish the shell", "Rename Read the log"] {
            try await browser.waiting(for: control) { try await browser.has(.control(control)) }
        }
        try await browser.press("Deleted")
        try await browser.arrives(at: "/items?filter=deleted")
        try await browser.press("Restore Count the waves")
        try await browser.hides("Count the waves", in: "#items")
        try await browser.press("All")
        try await browser.shows("Count the waves", in: "#items")
        try await browser.press("Read the log")
        try await browser.shows("Created as “Read the book”")
        try await browser.shows("Renamed to “Read the log”")
    }

    /// The profile and the account, and after signing out the screens of new users.
    private static func leave(_ browser: BrowserTab) async throws {
        try await browser.press("Profile")
        try await browser.arrives(at: "/profile")
        try await browser.waiting(for: "the screen name") { try await browser.has(.field("Screen name")) }
        try await browser.press("Account")
        try await browser.arrives(at: "/account")
        try await browser.shows("This browser", in: "#sessions")
        try await browser.press("Sign out", in: .css("header"))
        try await browser.arrives(at: "/sign-in")
        try await browser.press("Create an account")
        try await browser.arrives(at: "/register")
        try await browser.waiting(for: "the form") { try await browser.has(.control("Create account")) }
        try await browser.press("Sign in")
        try await browser.press("Forgot your password?")
        try await browser.arrives(at: "/forgotten-password")
        try await browser.waiting(for: "the form") { try await browser.has(.control("Send link")) }
    }
}
