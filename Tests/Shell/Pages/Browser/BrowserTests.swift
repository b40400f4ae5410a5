import BrowserTesting
import Foundation
import TestFolders
import TestTraits
import Testing

/// The browser that other tests drive, on pages that are made for these.
@Suite("Browser", .fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct BrowserTests {
    @Test func `a field is found by its label and a button by its name`() async throws {
        try await Browser.run { browser in
            try await browser.open(
                page(
                    """
                    <form onsubmit="event.preventDefault(); said.textContent = 'Signed in as ' + mail.value">
                      <label for=mail>E-mail</label><input id=mail type=email value=old@example.com>
                      <label for=password>Password</label><input id=password type=password>
                      <button>Sign <b>in</b></button>
                    </form>
                    <p id=said></p>
                    """))
            try await browser.type("ada@example.com", into: "E-mail")
            try await browser.type("secret", into: "Password")
            #expect(try await browser.value(of: "Password") == "secret")
            try await browser.press("Sign in")
            #expect(try await browser.text("#said") == "Signed in as ada@example.com")
        }
    }

    @Test func `a step waits for an element that comes later, and repeats on one that is replaced`() async throws {
        try await Browser.run { browser in
            try await browser.open(
                page(
                    """
                    <main></main>
                    <script>
                      const main = document.querySelector("main");
                      let replacements = 0;
                      const replacing = setInterval(() => {
                        main.innerHTML = "<button onclick='main.innerHTML = `Pressed`'>Save</button>";
                        if (++replacements == 200) clearInterval(replacing);
                      }, 5);
                      main.addEventListener("click", () => clearInterval(replacing));
                    </script>
                    """))
            try await browser.press("Save")
            try await browser.waiting { try await browser.text("main") == "Pressed" }
        }
    }

    @Test func `a step waits for a page that is being loaded`() async throws {
        try await FileServer.run([
            "index.html": """
            <main>Any</main><button>Save</button><label>Name<input></label>
            <script>
              const loads = Number(sessionStorage.loads ?? 0);
              sessionStorage.loads = loads + 1;
              if (loads < 100) setTimeout(() => location.reload(), loads % 20); else document.title = "Loaded";
            </script>
            """
        ]) { server in
            try await Browser.run { browser in
                try await browser.open(server.address)
                while try await browser.title != "Loaded" {
                    #expect(try await browser.text("main") == "Any")
                    try await browser.press("Save")
                    try await browser.type("Ada", into: "Name")
                    _ = try await browser.accessibility()
                }
            }
        }
    }

    @Test func `an element that does not come is an error that shows the page`() async throws {
        try await Browser.run { browser in
            try await browser.open(page("<h1>Items</h1><button>Add</button>"))
            let error = await #expect(throws: BrowserError.self) {
                try await browser.waiting(atMost: .milliseconds(100)).press("Remove")
            }
            #expect(error?.code == .noSuchElement)
            let text = "\(try #require(error))"
            for part in [
                "control “Remove”, after 0.1 seconds: there is none", "heading “Items” level=1", "button “Add”",
                "Page: data:text/html",
            ] {
                #expect(text.contains(part), "\(text)")
            }
        }
    }

    @Test func `a name that two controls have is ambiguous, but not in the part of the page that has one`() async throws
    {
        try await Browser.run { browser in
            try await browser.open(
                page(
                    """
                    <ul>
                      <li>Buy milk <button onclick="said.textContent = 'milk'">Complete</button></li>
                      <li>Buy bread <button onclick="said.textContent = 'bread'">Complete</button></li>
                    </ul>
                    <p id=said></p>
                    """))
            let error = await #expect(throws: BrowserError.self) {
                try await browser.waiting(atMost: .milliseconds(100)).press("Complete")
            }
            #expect(error?.code == .ambiguousElement)
            try await browser.press("Complete", in: .role("listitem").containing("Buy bread"))
            #expect(try await browser.text("#said") == "bread")
        }
    }

    @Test func `hidden controls are not found`() async throws {
        try await Browser.run { browser in
            try await browser.open(
                page(
                    "<button hidden>Save</button><button style='visibility: hidden'>Save</button><h1 hidden>Title</h1>")
            )
            #expect(try await !browser.has(.control("Save")))
            #expect(try await !browser.has(.role("heading")))
        }
    }

    @Test func `keys move the focus and type where it is`() async throws {
        try await Browser.run { browser in
            try await browser.open(
                page(
                    """
                    <input aria-label=First><input aria-label=Second>
                    <script>addEventListener("keydown", event => { if (event.key == "Escape") document.title = "Escaped" })</script>
                    """))
            try await browser.press(.tab)
            try await browser.press(.tab)
            #expect(try await browser.focused().name == "Second")
            try await browser.press(.tab, holding: .shift)
            try await browser.type("Grüße")
            #expect(try await browser.value(of: "First") == "Grüße")
            try await browser.press(.escape)
            #expect(try await browser.title == "Escaped")
        }
    }

    @Test func `an option is chosen from a list`() async throws {
        try await Browser.run { browser in
            try await browser.open(
                page(
                    "<label>Show <select><option value=all>All</option><option value=done>Completed</option></select></label>"
                ))
            try await browser.choose("Completed", in: "Show")
            #expect(try await browser.element(.css("select")).property("value") == "done")
        }
    }

    @Test func `without scripts, a page shows what is meant for that`() async throws {
        let content = page(
            "<p>Static</p><noscript>No scripts</noscript><script>document.body.textContent = 'Scripts'</script>")
        try await Browser.run(BrowserOptions(), BrowserOptions(hasJavaScript: false)) { with, without in
            try await with.open(content)
            try await without.open(content)
            #expect(try await with.text() == "Scripts")
            #expect(try await without.text() == "Static\n\nNo scripts")
        }
    }

    @Test(arguments: BrowserOptions.Appearance.allCases, [BrowserOptions.Size.wide, .narrow])
    func `a page is shown in the preferred colours and size`(
        _ appearance: BrowserOptions.Appearance, _ size: BrowserOptions.Size
    ) async throws {
        try await Browser.run(BrowserOptions(size: size, appearance: appearance)) { browser in
            let second = try await browser.newTab()
            for tab in [browser, second] {
                try await tab.open(page("<p>Any</p>"))
                #expect(
                    try await tab.evaluate("return innerWidth + '×' + innerHeight") == "\(size.width)×\(size.height)")
                #expect(
                    try await tab.evaluate("return matchMedia('(prefers-color-scheme: dark)').matches")
                        == (appearance == .dark))
            }
            try await browser.prefer(.dark)
            #expect(try await browser.evaluate("return matchMedia('(prefers-color-scheme: dark)').matches"))
        }
    }

    @Test func `errors of scripts and blocked content are logged`() async throws {
        try await Browser.run { browser in
            try await browser.open(page("<script>console.log('fine')</script>"))
            #expect(try await browser.loggedErrors() == [])
            try await browser.open(
                page(
                    "<meta http-equiv=Content-Security-Policy content=\"style-src 'none'\"><p style='color: red'>Any</p>"
                ))
            let entry = try #require(try await browser.loggedErrors().first)
            #expect(entry.source == "security" && entry.message.contains("style-src"))
            try await browser.open(page("<script>missing()</script>"))
            #expect(try await browser.loggedErrors().map(\.source) == ["javascript"])
        }
    }

    @Test func `the accessibility tree has roles, names, values and states`() async throws {
        try await Browser.run { browser in
            try await browser.open(
                page(
                    """
                    <main>
                      <h2>Items</h2>
                      <div><label for=new>New item</label> <input id=new value="Buy milk" required aria-describedby=hint></div>
                      <p id=hint>At most 100 characters</p>
                      <label><input type=checkbox checked> Done</label>
                      <button aria-expanded=true disabled></button>
                    </main>
                    """))
            let tree = try await browser.accessibility()
            #expect(
                tree.outline == """
                    RootWebArea “Page” focused
                      main
                        heading “Items” level=2
                        StaticText “New item”
                        textbox “New item” = “Buy milk” (At most 100 characters) required
                        paragraph
                          StaticText “At most 100 characters”
                        checkbox “Done” checked
                        button disabled expanded
                    """)
            #expect(tree.unnamedControls.map(\.role) == ["button"])
        }
    }

    @Test func `a screenshot has the whole page`() async throws {
        try await Browser.run(BrowserOptions(size: .narrow)) { browser in
            try await browser.open(page("<body style='margin: 0'><div style='height: 3000px'>Tall</div>"))
            let folder = try TemporaryFolder()
            try await browser.saveScreenshot("tall", in: URL(filePath: folder.path("shots")))
            let picture = try folder.bytes("shots/tall.png")
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            // The header has width and height as big-endian numbers.
            let size = stride(from: 16, to: 24, by: 4).map { picture[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
            #expect(size == [390, 3000])
        }
    }
}

/// The address of a page with a body.
func page(_ body: String) -> String {
    let text = "<!doctype html><html lang=en><meta charset=utf-8><title>Page</title>\(body)"
    return "data:text/html;base64,\(Data(text.utf8).base64EncodedString())"
}
