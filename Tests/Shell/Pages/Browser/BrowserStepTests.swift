import BrowserTesting
import TestTraits
import Testing

/// Steps of stories: what they wait for, what they type, what they measure.
@Suite(
    "Steps in a browser", .fewAtOnce, .timeLimit(.minutes(25)),
    .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct BrowserStepTests {
    @Test func `a story waits for texts that come and go, and for an address`() async throws {
        try await FileServer.run([
            "index.html": """
            <main></main>
            <script>
              const show = (delay, text) => setTimeout(() => document.querySelector("main").innerText = text, delay);
              show(200, "Buy\\nmilk"); show(600, "Nothing to do");
              setTimeout(() => history.pushState(null, "", "/items?filter=open"), 800);
            </script>
            """
        ]) { server in
            try await Browser.run { browser in
                try await browser.open(server.address)
                try await browser.shows("Buy milk", in: "main")
                try await browser.hides("Buy milk")
                try await browser.arrives(at: "/items?filter=open")
                let impatient = browser.waiting(atMost: .milliseconds(100))
                await #expect(throws: BrowserError.self) { try await impatient.shows("Buy milk") }
                await #expect(throws: BrowserError.self) { try await impatient.hides("Nothing to do") }
                await #expect(throws: BrowserError.self) { try await impatient.arrives(at: "/items") }
            }
        }
    }

    @Test(arguments: ["a\nb", "שלום \u{202E}abc", "👩‍👩‍👧 é e\u{301}", String(repeating: "milk ", count: 200)])
    func `any text is typed`(_ text: String) async throws {
        try await Browser.run { browser in
            try await browser.open(page("<textarea aria-label=Text>before</textarea>"))
            try await browser.type(text, into: "Text")
            #expect(try await browser.value(of: "Text") == text)
            try await browser.type("", into: "Text")
            #expect(try await browser.value(of: "Text") == "")
        }
    }

    @Test func `a field that cannot be focused is not typed into`() async throws {
        try await Browser.run { browser in
            try await browser.open(page("<input aria-label=Name disabled>"))
            let error = await #expect(throws: BrowserError.self) {
                try await browser.waiting(atMost: .milliseconds(100)).type("Ada", into: "Name")
            }
            #expect(error?.code == .elementNotInteractable)
        }
    }

    @Test func `a control that is covered is not pressed`() async throws {
        try await Browser.run { browser in
            try await browser.open(page("<button>Save</button><div style='position: fixed; inset: 0'></div>"))
            let error = await #expect(throws: BrowserError.self) {
                try await browser.waiting(atMost: .milliseconds(100)).press("Save")
            }
            #expect(error?.code == .elementClickIntercepted)
        }
    }

    @Test func `an element tells what it is`() async throws {
        try await Browser.run { browser in
            try await browser.open(
                page(
                    """
                    <label><input type=checkbox checked disabled data-id=7> Done</label>
                    <button style="position: absolute; left: 10px; top: 20px; width: 30px; height: 40px">Save</button>
                    """))
            let box = try await browser.element(.field("Done"))
            #expect(try await box.role == "checkbox")
            #expect(try await box.name == "Done")
            #expect(try await box.isSelected)
            #expect(try await !box.isEnabled)
            #expect(try await box.attribute("data-id") == "7")
            #expect(try await box.attribute("missing") == nil)
            #expect(try await box.property("checked") == true)
            let frame = try await browser.element(.role("button", named: "Save")).frame
            #expect([frame.x, frame.y, frame.width, frame.height] == [10, 20, 30, 40])
        }
    }

    @Test func `what is too wide and what moves is measured`() async throws {
        try await Browser.run(BrowserOptions(size: .narrow)) { browser in
            try await browser.open(page("<p>Any</p>"))
            #expect(try await browser.horizontalOverflow() == 0)
            #expect(try await browser.layoutShift() == 0)
            try await browser.open(
                page(
                    """
                    <body style="margin: 0"><img><div style="width: 400px; height: 300px">Wide</div>
                    <script>setTimeout(() => document.querySelector("img").style.height = "300px", 100)</script>
                    """))
            #expect(try await browser.horizontalOverflow() == 10)
            try await browser.waiting { try await browser.layoutShift() > 0 }
        }
    }
}
