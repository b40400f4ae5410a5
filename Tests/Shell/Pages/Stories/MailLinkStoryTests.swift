import BrowserTesting
import TestTraits
import Testing

/// The links of mails, opened in a browser.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct MailLinkStoryTests {
    @Test(arguments: [true, false])
    func `a forgotten password is replaced by the link of a mail, which works once`(
        hasJavaScript: Bool
    ) async throws {
        try await PageServer.run { server in
            try await server.register()
            try await Browser.run(BrowserOptions(hasJavaScript: hasJavaScript)) { browser in
                try await browser.open(server.url)
                try await browser.press("Forgot your password?")
                try await browser.arrives(at: "/forgotten-password")
                try await browser.type(PageServer.email, into: "E-mail")
                try await browser.press("Send link")
                try await browser.shows("Check your mail", in: "h1")
                let link = try await server.mailedLink("reset")
                try await browser.open(link)
                try await browser.type("short", into: "New password")
                try await browser.press("Set password")
                try await browser.shows("The password has 5 characters")
                try await browser.type("rippled shells 8", into: "New password")
                try await browser.press("Set password")
                try await browser.shows("Password changed", in: "h1")
                try await browser.press("Sign in")
                try await browser.arrives(at: "/sign-in")
                try await browser.signIn(password: PageServer.password)
                try await browser.shows("password", in: "[role=alert]")
                try await browser.signIn(password: "rippled shells 8")
                try await browser.arrives(at: "/items")
                try await browser.open(link)
                try await browser.type("broken shells 9", into: "New password")
                try await browser.press("Set password")
                try await browser.shows("The link was used already", in: "[role=alert]")
                try await browser.press("Ask for another one")
                try await browser.arrives(at: "/forgotten-password")
                try await browser.type(PageServer.email, into: "E-mail")
                try await browser.press("Send link")
                try await browser.shows("Check your mail", in: "h1")
                #expect(try await server.mailedLink("reset") != link)
            }
        }
    }

    @Test(arguments: [true, false])
    func `an address is confirmed by the link of a mail`(hasJavaScript: Bool) async throws {
        try await PageServer.run { server in
            try await Browser.run(BrowserOptions(hasJavaScript: hasJavaScript)) { browser in
                try await browser.open(server.url)
                try await browser.signUp()
                try await browser.press("Account")
                try await browser.shows("Your e-mail address is not confirmed yet.")
                try await browser.open(try await server.mailedLink("confirm"))
                try await browser.press("Confirm address")
                try await browser.shows("Address confirmed", in: "h1")
                try await browser.open(server.url + "/account")
                try await browser.shows("Your e-mail address is confirmed.")
                #expect(try await browser.loggedErrors().isEmpty)
            }
        }
    }

    @Test func `a link that is no link of a mail says so, and leads to asking for one`() async throws {
        try await PageServer.run { server in
            try await Browser.run { browser in
                try await browser.open(server.url + "/confirm?token=x")
                try await browser.press("Confirm address")
                try await browser.shows("The link was used already", in: "[role=alert]")
                try await browser.open(server.url + "/reset-password")
                try await browser.shows("The link was used already", in: "[role=alert]")
                try await browser.press("Ask for another one")
                try await browser.arrives(at: "/forgotten-password")
            }
        }
    }
}
