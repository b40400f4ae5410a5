import BrowserTesting
import DomainKit
import Foundation
import Nacre
import TestTraits
import Testing

@testable import NacreInspector

/// Questions as an operator asks them, in a real browser.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct AskingBrowserTests {
    private func look(at name: String, in browser: BrowserTab) async throws {
        if let folder = ProcessInfo.processInfo.environment["NACRE_SCREENSHOTS"] {
            try await browser.saveScreenshot("inspector-\(name)", in: URL(filePath: folder))
        }
        #expect(try await browser.horizontalOverflow() <= 0, "\(name)")
        #expect(try await browser.accessibility().unnamedControls.isEmpty, "\(name)")
        // A browser logs the status of a question that cannot be asked.
        #expect(try await browser.loggedErrors().allSatisfy { $0.message.contains("status of 400") }, "\(name)")
    }

    @Test(arguments: [
        (BrowserOptions.Size.wide, BrowserOptions.Appearance.light), (.narrow, .dark),
    ])
    func `an operator sees what is wrong with a question, and the answer to another one`(
        size: BrowserOptions.Size, appearance: BrowserOptions.Appearance
    ) async throws {
        let variant = "\(size == .wide ? "wide" : "narrow")-\(appearance)"
        try await InspectedStore.withHistory { store in
            try await ServedInspector.run(store) { inspector in
                try await Browser.run(BrowserOptions(size: size, appearance: appearance)) { browser in
                    try await browser.open(inspector.address)
                    try await browser.press("Ask")
                    try await look(at: "ask-\(variant)", in: browser)
                    try await browser.press("What if")
                    try await browser.type("99999", into: "Event or positions")
                    try await browser.press("Compare")
                    try await browser.shows("99999", in: ".problem")
                    try await look(at: "ask-what-if-\(variant)", in: browser)
                    try await browser.open("http://127.0.0.1:\(inspector.port)/ask/rules")
                    try await browser.press("Check all events")
                    try await browser.shows("the rules refuse none", in: "#answer")
                    try await look(at: "ask-rules-\(variant)", in: browser)
                    try await browser.press("Ask again")
                    try await browser.shows("the rules refuse none", in: "#answer")
                }
            }
        }
    }

    @Test(arguments: [true, false]) func `progress is followed to the answer, with and without scripts`(
        hasJavaScript: Bool
    ) async throws {
        try await InspectedStore.with([("s-1", EventData(type: "T", data: []))]) { store in
            let step = WaitableValue(UInt64(1))
            let question = Question(address: "/ask/rules?asked=1", headings: []) { answering in
                answering.progress("judging", 1, of: 4)
                try await step.wait { $0 > 1 }
                answering.progress("judging", 2, of: 4)
                try await step.wait { $0 > 2 }
                answering.note("that is all")
            }
            _ = try await store.inspector.questions.answer(to: question, at: 1)
            try await ServedInspector.run(store) { inspector in
                try await Browser.run(BrowserOptions(hasJavaScript: hasJavaScript)) { browser in
                    try await browser.open(inspector.address)
                    try await browser.open("http://127.0.0.1:\(inspector.port)/ask/rules?asked=1")
                    try await browser.shows("judging, 1 of 4 events", in: "#progress")
                    if hasJavaScript { try await look(at: "ask-running", in: browser) }
                    step.change { $0 = 2 }
                    try await browser.shows("judging, 2 of 4 events", in: "#progress")
                    step.change { $0 = 3 }
                    try await browser.shows("that is all", in: "#answer")
                    #expect(try await browser.elements(.css("#running")).isEmpty)
                }
            }
        }
    }
}
