import BrowserTesting
import Foundation
import Nacre
import TestTraits
import Testing

@testable import NacreCLI
@testable import NacreInspector

/// The past as an operator looks at it, in a real browser.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct PastBrowserTests {
    private func look(at name: String, in browser: BrowserTab) async throws {
        if let folder = ProcessInfo.processInfo.environment["NACRE_SCREENSHOTS"] {
            try await browser.saveScreenshot("inspector-\(name)", in: URL(filePath: folder))
        }
        #expect(try await browser.horizontalOverflow() <= 0, "\(name)")
        #expect(try await browser.accessibility().unnamedControls.isEmpty, "\(name)")
        #expect(try await browser.loggedErrors() == [], "\(name)")
    }

    @Test(arguments: [
        (BrowserOptions.Size.wide, BrowserOptions.Appearance.light), (.narrow, .dark),
    ])
    func `an operator goes back from an event to the state after it, and on to the event behind a value`(
        size: BrowserOptions.Size, appearance: BrowserOptions.Appearance
    ) async throws {
        let variant = "\(size == .wide ? "wide" : "narrow")-\(appearance)"
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            let event = try await store.store.event(at: 900)
            try await ServedInspector.run(store) { inspector in
                try await Browser.run(BrowserOptions(size: size, appearance: appearance)) { browser in
                    try await browser.open(inspector.address)
                    try await browser.arrives(at: "/log")
                    try await browser.open("http://127.0.0.1:\(inspector.port)/events/900")
                    try await browser.press("State after it")
                    try await browser.shows("at version \(event.version) of", in: ".title")
                    try await look(at: "state-\(variant)", in: browser)
                    try await browser.press("First")
                    try await browser.shows("at version 1 of", in: ".title")
                    // A key moves a slider, and its page is that of the place where it is then.
                    try await browser.run("document.getElementById('version').focus()")
                    try await browser.press(.right)
                    try await browser.shows("at version 2 of", in: ".title")
                    try await browser.press(.right)
                    try await browser.shows("at version 3 of", in: ".title")
                    try await browser.click(.css("tbody tr:first-child td.number a"))
                    try await browser.shows("ItemCreated", in: "h1")
                }
            }
        }
    }

    @Test func `an operator plays a read model forward, until it is stopped`() async throws {
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            try await ServedInspector.run(store) { inspector in
                try await Browser.run { browser in
                    try await browser.open(inspector.address)
                    try await browser.arrives(at: "/log")
                    try await browser.press("Past")
                    try await look(at: "past", in: browser)
                    try await browser.open(
                        "http://127.0.0.1:\(inspector.port)/past/rows?projection=items&as-of=900")
                    try await browser.shows("as of position 900", in: ".title")
                    try await look(at: "rows", in: browser)
                    try await browser.press("Play forward")
                    // It goes on by itself.
                    for _ in 1...2 {
                        let address = try await browser.address
                        try await browser.waiting { try await browser.address != address }
                    }
                    // A page that is being left takes no click.
                    try await browser.waiting {
                        if try await browser.text("#play") == "Stop" { try await browser.press("Stop") }
                        return try await browser.text("#play") == "Play forward"
                    }
                    let stopped = try await browser.address
                    try await Task.sleep(for: .seconds(2))
                    #expect(try await browser.address == stopped)
                }
            }
        }
    }
}
