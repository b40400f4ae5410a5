import BrowserTesting
import DomainKit
import Foundation
import Nacre
import TestTraits
import Testing

@testable import NacreInspector

/// The inspector as an operator uses it, in a real browser.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct InspectorBrowserTests {
    /// A few orders with reactions, and an incident: a payment that came an hour late.
    private static var events: [(StreamName, EventData)] {
        var events: [(StreamName, EventData)] = []
        for number in 1...30 {
            let (placed, reserved, paid) = (EventID.random(), EventID.random(), EventID.random())
            let start = 1_767_225_600 + Int64(number) * 60
            let steps: [(String, String, EventID, EventID?, Int64, String)] = [
                ("OrderPlaced", "order-\(number)", placed, nil, 0, #"{"sum":\#(number * 10),"lines":[{"sku":"A-1"}]}"#),
                ("StockReserved", "stock-A", reserved, placed, 1, #"{"order":\#(number)}"#),
                (
                    "PaymentTaken", "order-\(number)", paid, reserved, number == 7 ? 3_600 : 2,
                    #"{"sum":\#(number * 10 + 1),"lines":[{"sku":"A-1"},{"sku":"B-2"}]}"#
                ),
                ("MailSent", "mail-\(number)", EventID.random(), paid, number == 7 ? 3_601 : 3, #""<b>Thanks</b>""#),
            ]
            for (type, stream, id, cause, second, data) in steps {
                let causation = cause.map { #""causationId":"\#($0)","# } ?? ""
                let metadata = #"{\#(causation)"correlationId":"request-\#(number)","actor":"ada"}"#
                events.append(
                    (
                        StreamName(stream),
                        EventData(
                            id: id, type: EventType(type),
                            time: .init(nanosecondsSince1970: (start + second) * 1_000_000_000, decimals: 0),
                            tags: ["order:\(number)"], data: Array(data.utf8), metadata: Array(metadata.utf8))
                    ))
            }
        }
        return events
    }

    /// Saves a picture if a folder is named, and checks what every view must keep.
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
    func `an operator goes from the log over an event to the slow step of its trace`(
        size: BrowserOptions.Size, appearance: BrowserOptions.Appearance
    ) async throws {
        let variant = "\(size == .wide ? "wide" : "narrow")-\(appearance)"
        try await InspectedStore.with(Self.events) { store in
            try await ServedInspector.run(store) { inspector in
                try await Browser.run(BrowserOptions(size: size, appearance: appearance)) { browser in
                    try await browser.open(inspector.address)
                    try await browser.arrives(at: "/log")
                    #expect(try await !browser.address.contains(inspector.token))
                    try await browser.shows("Live", in: "#live")
                    try await look(at: "log-\(variant)", in: browser)
                    try await browser.type("request-7", into: "Text in data or metadata")
                    try await browser.press("Filter")
                    try await browser.waiting { try await browser.elements(.css("#rows tr")).count == 4 }
                    try await browser.click(.css("#rows tr:nth-child(2) td:first-child a"))
                    try await browser.shows("PaymentTaken", in: "h1")
                    try await browser.shows("added data.lines[1].sku", in: ".differences")
                    try await look(at: "event-\(variant)", in: browser)
                    try await browser.press("Trace")
                    try await browser.shows("Trace of event", in: "h1")
                    #expect(try await browser.elements(.css("svg .slow")).count == 1)
                    #expect(try await browser.text("tr.slow").contains("PaymentTaken"))
                    try await look(at: "trace-\(variant)", in: browser)
                    try await browser.click(.css("svg a[href='/events/25']"))
                    try await browser.shows("OrderPlaced", in: "h1")
                }
            }
        }
    }

    @Test(arguments: [
        (BrowserOptions.Size.wide, BrowserOptions.Appearance.light), (.narrow, .dark),
    ])
    func `an operator chooses a part of the time by dragging, and goes on to its events`(
        size: BrowserOptions.Size, appearance: BrowserOptions.Appearance
    ) async throws {
        let variant = "\(size == .wide ? "wide" : "narrow")-\(appearance)"
        try await InspectedStore.withHistory { store in
            try await ServedInspector.run(store) { inspector in
                try await Browser.run(BrowserOptions(size: size, appearance: appearance)) { browser in
                    try await browser.open(inspector.address)
                    try await browser.press("Timeline")
                    try await browser.press("by the time when they happened")
                    try await browser.shows("By the time when events happened", in: ".title")
                    try await look(at: "timeline-\(variant)", in: browser)
                    let events = try await store.store.head()
                    try await browser.shows("\(events) events", in: "main")
                    try await browser.drag(over: .css("#timeline"), from: 0.1, to: 0.4)
                    try await browser.hides("\(events) events", in: "main")
                    #expect(try await browser.address.contains("since="))
                    try await look(at: "timeline-part-\(variant)", in: browser)
                    try await browser.press("These events in the log")
                    try await browser.waiting { try await !browser.elements(.css("#rows tr")).isEmpty }
                    #expect(try await browser.value(of: "Since").hasPrefix("20"))
                }
            }
        }
    }

    @Test func `events that another process appends appear above the others, but not while the page is paused`()
        async throws
    {
        try await InspectedStore.with(Self.events) { store in
            try await ServedInspector.run(store) { inspector in
                try await Browser.run { browser in
                    try await browser.open(inspector.address)
                    try await browser.shows("Live", in: "#live")
                    // A second tab has no stream of its own.
                    let other = try await browser.newTab()
                    try await other.open("http://127.0.0.1:\(inspector.port)/log?type=Second")
                    try await other.shows("Live", in: "#live")
                    try await InspectedStore.nacre("append", "s-1", "First", "--data", "1", "--store", store.path)
                    try await browser.shows("First", in: "#rows tr:first-child")
                    try await browser.press("Pause")
                    try await InspectedStore.nacre("append", "s-1", "Second", "--data", "2", "--store", store.path)
                    try await other.shows("Second", in: "#rows tr:first-child")
                    try await browser.shows("1 behind", in: "#live")
                    #expect(try await browser.text("#rows tr:first-child").contains("First"))
                    try await browser.press("Go on")
                    try await browser.shows("Second", in: "#rows tr:first-child")
                    #expect(try await browser.elements(.css("#rows tr")).count == 52)
                    #expect(try await browser.loggedErrors() == [])
                }
            }
        }
    }

    @Test func `without scripts the log is filtered and paged by links`() async throws {
        try await InspectedStore.with(Self.events) { store in
            try await ServedInspector.run(store) { inspector in
                try await Browser.run(BrowserOptions(hasJavaScript: false)) { browser in
                    try await browser.open(inspector.address)
                    try await browser.press("Older")
                    try await browser.shows("70", in: "#rows tr:first-child")
                    try await browser.type("StockReserved", into: "Type")
                    try await browser.press("Filter")
                    try await browser.waiting { try await browser.elements(.css("#rows tr")).count == 30 }
                    #expect(try await browser.elements(.css("#live:not([hidden])")).isEmpty)
                }
            }
        }
    }

    @Test func `content of events runs no script and hides nothing`() async throws {
        let events = HostileContentTests.names.map { name in
            let json = Array(#"{"a":"</script><script>document.title='pwned'</script>"}"#.utf8)
            return (StreamName(name), EventData(type: EventType(name), tags: [Tag(name)], data: json))
        }
        try await InspectedStore.with(events) { store in
            try await ServedInspector.run(store) { inspector in
                try await Browser.run { browser in
                    try await browser.open(inspector.address)
                    for target in ["/log"] + (1...events.count).map({ "/events/\($0)" }) + ["/trace/1"] {
                        try await browser.open("http://127.0.0.1:\(inspector.port)\(target)")
                        let scripts: Int = try await browser.evaluate("return document.scripts.length")
                        #expect(scripts == 1, "\(target)")
                        #expect(try await browser.title.hasSuffix("– nacre"), "\(target)")
                        let handlers: Int = try await browser.evaluate(
                            "return document.querySelectorAll('[onerror],[onmouseover],[onfocus],[autofocus],img').length"
                        )
                        #expect(handlers == 0, "\(target)")
                        #expect(try await browser.horizontalOverflow() <= 0, "\(target)")
                    }
                    #expect(try await browser.loggedErrors() == [])
                }
            }
        }
    }
}
