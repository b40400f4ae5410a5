import BrowserTesting
import DomainKit
import FeatureAPI
import FeatureTesting
import Foundation
import ItemsDomain
import TestTraits
import Testing

/// Every screen in light and dark, narrow and wide: nothing reaches beyond the window, everything has a name.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct LooksTests {
    static let variants = [
        BrowserOptions(size: .wide, appearance: .light), BrowserOptions(size: .wide, appearance: .dark),
        BrowserOptions(size: .narrow, appearance: .light), BrowserOptions(size: .narrow, appearance: .dark),
    ]

    /// Names that harm a page which writes them as they are.
    static let names = [
        "<script>document.title = 'harmed'</script>", "\"><img src=x onerror=\"document.title='harmed'\">",
        "{{title}} {{{main}}} <!--hidden--> <!--rows-->", "\u{202E}reversed\u{202C} and \u{2067}isolated",
        "a\u{0301}\"\u{0301}'",
        String(repeating: "long", count: 25),
    ]

    @Test(arguments: variants.indices)
    func `every screen fits its window, and names all that can be used`(_ variant: Int) async throws {
        let options = Self.variants[variant]
        try await PageServer.run { server in
            try await server.register()
            let items = try await server.items()
            for name in ["Buy oat milk", "Polish the shell", "Call Grace about the letter"] {
                _ = try await items.create(name: name)
            }
            let done = try await items.create(name: "Draft the letter")
            _ = try await items.rename(done.id, to: "Write the letter")
            _ = try await items.complete(done.id)
            try await Browser.run(options) { browser in
                let looks = Looks(of: browser, options)
                for (name, path) in [
                    ("sign-in", "/sign-in"), ("register", "/register"), ("forgotten-password", "/forgotten-password"),
                    ("reset-password", "/reset-password?token=x"), ("confirm", "/confirm?token=x"),
                    ("nowhere", "/nowhere"),
                ] {
                    try await browser.open(server.url + path)
                    try await looks.check(name)
                }
                try await browser.open(server.url + "/sign-in")
                try await browser.signIn()
                try await browser.shows("Buy oat milk", in: "#items")
                try await looks.check("items")
                try await browser.press("Rename Polish the shell")
                try await browser.waiting { try await browser.has(.field("New name")) }
                try await looks.check("items-renaming", isOpened: true)
                for (name, path) in [
                    ("items-deleted", "/items?filter=deleted"), ("item", "/items/\(done.id)"), ("profile", "/profile"),
                    ("account", "/account"),
                ] {
                    try await browser.open(server.url + path)
                    try await looks.check(name)
                }
            }
        }
    }

    @Test(arguments: [0, 3])
    func `names full of scripts, marks and 1,000 characters do no harm and break no layout`(
        _ variant: Int
    ) async throws {
        let options = Self.variants[variant]
        try await PageServer.run { server in
            try await server.register()
            let items = try await server.items()
            for name in Self.names { _ = try await items.create(name: name) }
            let long = try await items.create(name: String(repeating: "w", count: 1_000))
            try await Browser.run(options) { browser in
                let looks = Looks(of: browser, options)
                try await browser.open(server.url)
                try await browser.signIn()
                try await browser.arrives(at: "/items")
                try await looks.check("hostile-items")
                let shown: [String] = try await browser.evaluate(
                    "return [...document.querySelectorAll('#items .name')].map(name => name.textContent.trim())")
                #expect(shown == Self.names + [String(repeating: "w", count: 1_000)])
                #expect(try await browser.title == "Items · Nacre")
                for name in Self.names {
                    let added = "\(name)2"
                    try await browser.type(added, into: "Name of the new item")
                    try await browser.press(.enter)
                    try await browser.waiting {
                        try await browser.evaluate(
                            "return [...document.querySelectorAll('#items .name')].some(name => name.textContent.trim() === arguments[0])",
                            .string(added))
                    }
                }
                try await browser.open(server.url + "/items/\(long.id)")
                try await looks.check("hostile-item")
                #expect(try await browser.evaluate("return document.scripts.length") == 1)
            }
        }
    }
}

/// Checks what a screen looks like, and saves pictures of it if a folder is named.
struct Looks {
    private let browser: BrowserTab
    private let options: BrowserOptions

    init(of browser: BrowserTab, _ options: BrowserOptions) {
        self.browser = browser
        self.options = options
    }

    /// Checks the screen that is shown; its picture is saved in the folder that `NACRE_SCREENSHOTS` names.
    ///
    /// A form that the user has opened moves what is below it: a browser takes that for a shift if the answer came late.
    func check(_ name: String, isOpened: Bool = false) async throws {
        try await browser.waiting(for: "the end of loading") { try await !browser.has(.css("main [aria-busy=true]")) }
        let variant =
            "\(options.size == .wide ? "wide" : "narrow")-\(options.appearance.rawValue)"
            + (options.hasJavaScript ? "" : "-plain")
        if let folder = ProcessInfo.processInfo.environment["NACRE_SCREENSHOTS"] {
            try await browser.saveScreenshot("\(name)-\(variant)", in: URL(filePath: folder))
        }
        let shown = Comment("\(name), \(variant)")
        #expect(try await browser.horizontalOverflow() <= 0, shown)
        if options.hasJavaScript, !isOpened { #expect(try await browser.layoutShift() < 0.01, shown) }
        if options.size == .narrow { #expect(try await browser.smallTargets() == [], shown) }
        let tree = try await browser.accessibility()
        #expect(tree.unnamedControls.isEmpty, shown)
        #expect(tree.all("heading").first?.name.isEmpty == false, shown)
        #expect(tree.all("main").count == 1, shown)
        #expect(
            try await browser.loggedErrors().filter { !$0.message.contains("404") && !$0.message.contains("422") }
                .isEmpty, shown)
    }
}

extension BrowserTab {
    /// What can be pressed, and is too small for a finger: less than 44 by 44 CSS pixels.
    fileprivate func smallTargets() async throws -> [String] {
        try await evaluate(
            """
            return [...document.querySelectorAll("a[href]:not(.skip), button, input:not([type=hidden])")]
                .filter(element => element.checkVisibility())
                .map(element => ({ name: element.computedName, ...element.getBoundingClientRect().toJSON() }))
                .filter(({ width, height }) => width < 44 || height < 44)
                .map(({ name, width, height }) => `${name}: ${width} × ${height}`);
            """)
    }
}
