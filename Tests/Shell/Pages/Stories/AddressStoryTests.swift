import AuthDomain
import BrowserTesting
import FeatureTesting
import TestTraits
import Testing

/// E-mail addresses that harm a page which writes them as they are.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct AddressStoryTests {
    /// Every mark that an address may have, and the longest address.
    static let admitted = [
        "O'Brien&amp`{{title}}{{{main}}}!#$%*+/=?^_|~-@example.com",
        "\(repeated(64))@\([63, 63, 61].map(repeated).joined(separator: "."))",
    ]

    /// What is no address: markup, marks of the writing direction, quotes that a mark combines with, 1,000 characters.
    static let refused = [
        "<script>document.title='harmed'</script>@example.com",
        "\"><img/src=x/onerror=document.title='harmed'>@example.com", "\u{202E}moc.elpmaxe\u{2067}@example.com",
        "a\u{0301}\"\u{0301}'\u{0301}@example.com", "\(repeated(1_000))@example.com",
    ]

    @Test(arguments: [0, 3], [true, false])
    func `addresses of all marks and of full length can be used, and stand as they are`(
        _ variant: Int, hasJavaScript: Bool
    ) async throws {
        var options = LooksTests.variants[variant]
        options.hasJavaScript = hasJavaScript
        try await PageServer.run { [options] server in
            try await Browser.run(options) { browser in
                let looks = Looks(of: browser, options)
                for (index, address) in Self.admitted.enumerated() {
                    try await browser.open(server.url + "/register")
                    try await browser.type(address, into: "E-mail")
                    try await browser.type(PageServer.password, into: "Password")
                    try await browser.press("Create account")
                    try await browser.shows(address, in: "#heading bdi")
                    try await looks.check("address-registered-\(index)")
                    let link = try await server.mailedLink("confirm")
                    #expect(server.mailBox.messages.last?.recipient.text == address.lowercased())
                    try await browser.open(link)
                    try await browser.press("Confirm address")
                    try await browser.shows("Address confirmed", in: "h1")
                    try await browser.open(server.url + "/forgotten-password")
                    try await browser.type(address, into: "E-mail")
                    try await browser.press("Send link")
                    try await browser.shows(address, in: "#heading bdi")
                    try await looks.check("address-forgotten-\(index)")
                    _ = try await server.mailedLink("reset")
                    #expect(server.mailBox.messages.last?.recipient.text == address.lowercased())
                    try await browser.open(server.url + "/account")
                    try await browser.signIn(address)
                    try await browser.shows("Your e-mail address is confirmed.")
                    try await looks.check("address-account-\(index)")
                    try await browser.press("Sign out", in: .css("header"))
                    try await browser.arrives(at: "/sign-in")
                }
            }
        }
    }

    @Test(arguments: [0, 3], [true, false])
    func `what is no address is refused where it was typed, and stays as it is`(
        _ variant: Int, hasJavaScript: Bool
    ) async throws {
        var options = LooksTests.variants[variant]
        options.hasJavaScript = hasJavaScript
        try await PageServer.run { [options] server in
            try await Browser.run(options) { browser in
                let looks = Looks(of: browser, options)
                for (path, button) in [
                    ("/register", "Create account"), ("/forgotten-password", "Send link"), ("/sign-in", "Sign in"),
                ] {
                    for (index, text) in Self.refused.enumerated() {
                        try await browser.open(server.url + path)
                        try await browser.type(text, into: "E-mail")
                        if path != "/forgotten-password" {
                            try await browser.type(PageServer.password, into: "Password")
                        }
                        try await browser.press(button)
                        try await browser.waiting(for: "the refusal") {
                            try await browser.has(.css("input[aria-invalid=true], .outcome.failure"))
                        }
                        #expect(try await browser.value(of: "E-mail") == text)
                        #expect(try await browser.title.hasSuffix(" · Nacre"))
                        #expect(try await browser.evaluate("return document.images.length") == 0)
                        #expect(try await browser.evaluate("return document.scripts.length") == 1)
                        try await looks.check("address-refused\(path.replacing("/", with: "-"))-\(index)")
                    }
                }
                #expect(server.mailBox.messages.isEmpty)
            }
        }
    }

    private static func repeated(_ count: Int) -> String { String(repeating: "w", count: count) }
}
