import Foundation
import TestTraits

/// Debian's `chromium`, driven over WebDriver by `chromium-driver`.
///
///     try await Browser.run { browser in
///         try await browser.open(server.url)
///         try await browser.type("ada@example.com", into: "E-mail")
///         try await browser.press("Sign in")
///         try await browser.waiting { try await browser.text("main").contains("Buy milk") }
///     }
package enum Browser {
    // PAGE-20: Pages are tested in a browser that ends with its test.

    /// Whether the system has the packages: tests on Linux need them, and Homebrew lacks them.
    package static var isInstalled: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }

    /// The largest number of browsers at the same time, of all suites together.
    private static let places = Places(2)

    /// Runs a browser with an empty profile while a test runs.
    ///
    /// - Parameters:
    ///   - options: How it starts.
    ///   - test: The test; it is given the first tab.
    /// - Returns: The result of `test`.
    /// - Throws: ``BrowserError`` if the browser cannot be started; errors of `test`.
    package static func run<Result>(
        _ options: BrowserOptions = BrowserOptions(), _ test: (BrowserTab) async throws -> Result
    ) async throws -> Result {
        try await run([options]) { try await test($0[0]) }
    }

    /// Runs two browsers, each with an empty profile, while a test runs.
    ///
    /// - Parameters:
    ///   - first: How the first starts.
    ///   - second: How the second starts.
    ///   - test: The test; it is given the first tab of each.
    /// - Returns: The result of `test`.
    /// - Throws: ``BrowserError`` if a browser cannot be started; errors of `test`.
    package static func run<Result>(
        _ first: BrowserOptions, _ second: BrowserOptions,
        _ test: (BrowserTab, BrowserTab) async throws -> Result
    ) async throws -> Result {
        try await run([first, second]) { try await test($0[0], $0[1]) }
    }

    private static func run<Result>(
        _ options: [BrowserOptions], _ test: ([BrowserTab]) async throws -> Result
    ) async throws -> Result {
        await places.take(options.count)
        defer { places.giveBack(options.count) }
        return try await BrowserDriver.run { driver in
            var tabs: [BrowserTab] = []
            for options in options { tabs.append(try await driver.open(options)) }
            return try await test(tabs)
        }
    }
}
