import Nacre
import TestTraits
import Testing

@testable import NacreCLI
@testable import NacreInspector

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct AskingFormTests {
    private typealias Given = [(name: String, value: String)]

    private static func query(_ given: Given) -> String {
        given.map { "\($0.name)=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
    }

    /// Whether the form of a page has what was given.
    private static func keeps(_ given: Given, _ page: Page) -> Bool {
        given.allSatisfy { name, value in
            let shown = value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
                .replacing(">", with: "&gt;")
            return page.html.contains(#"name="\#(name)" value="\#(shown)""#)
                || page.html.contains(#"<option value="\#(shown)" selected>"#)
        }
    }

    @Test func `what is wrong with a question is said above the form, which keeps what was given`() async throws {
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            let cases: [(kind: String, given: Given, fault: String)] = [
                ("bisect", [("when", "items")], "it names neither count(NAME) nor"),
                ("bisect", [("when", "count(items) >")], "a value is missing after >"),
                ("bisect", [("when", "count(item) > 3")], #"there is no projection "item""#),
                ("bisect", [("when", "isCompleted"), ("stream", "item-0")], "item-0"),
                (
                    "bisect", [("when", "count(items)"), ("after", "x")],
                    #"Begin after position: "x" is not a position"#
                ),
                ("bisect", [("when", "count(items)"), ("after", "9"), ("until", "3")], "before the beginning, 9"),
                ("bisect", [("when", "count(items)"), ("until", "99999")], "99999"),
                ("what-if", [("without", "99999")], "99999"), ("what-if", [("without", "2..1")], "is not a range"),
                ("what-if", [("without", "abcdefab")], "no event has an id that begins with"),
                ("what-if", [("without", "x")], "nor an id or its beginning"),
                ("what-if", [("without", "1"), ("projection", "item")], #"There is no projection "item""#),
                ("what-if", [("without", "1"), ("move", "1"), ("move-after", "0")], "several edits change the event"),
                ("what-if", [("replace", "1")], "Replace: give both"),
                ("what-if", [("data", "{}")], "Replace: give both"),
                ("what-if", [("replace", "1"), ("data", "{")], "Replace: the data is not JSON"),
                ("what-if", [("insert-after", "1"), ("insert-type", "T")], "Insert: give all of it"),
                ("what-if", [("move", "3")], "Move: give both"),
                ("why", [("refusal", "AQGQ")], "is not a token of a refused append"),
            ]
            for (kind, given, fault) in cases {
                let page = await store.page("/ask/\(kind)?\(Self.query(given))")
                #expect(page.status == 400, "\(kind) \(given): \(page.fields)")
                #expect(page.faults.contains(fault), "\(kind) \(given): \(page.text)")
                #expect(Self.keeps(given, page), "\(kind) \(given): \(page.html)")
                #expect(!page.isRunning)
            }
            #expect(await store.page("/ask").text.contains("Nothing since the inspector began."))
            #expect(await store.page("/ask/nothing").status == 404)
        }
    }

    @Test func `a form without values asks nothing, and every field has a label`() async throws {
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            for kind in QuestionKind.all {
                let page = await store.page("/ask/\(kind.name)")
                #expect(page.status == 200)
                #expect(page.faults.isEmpty)
                #expect(!page.html.contains(#"id="answer""#))
                let main = try #require(page.html.firstMatch(of: /(?s)<main.*<\/main>/)).output
                let fields = main.matches(of: /<(?:input|select) id="([^"]*)"/).map(\.1)
                #expect(Set(fields).count == fields.count)
                for id in fields { #expect(main.contains(#"<label for="\#(id)">"#), "\(id)") }
                #expect(main.matches(of: /<(?:input|select) (?!id=)/).isEmpty)
            }
            let asked = await store.page("/ask/what-if?without=&without-actor=&replace=&data=&move=&projection=items")
            #expect(asked.status == 200)
            #expect(!asked.html.contains(#"id="answer""#))
        }
    }

    @Test func `equal questions have one address, which the form leads to, and are asked once`() async throws {
        try await InspectedStore.withHistory(features: NacreProgram.features) { store in
            let canonical = "/ask/bisect?when=count%28items%29%20%3E%2020&until=900"
            for query in [
                "when=count(items)+%3E+20&stream=&after=&until=900", "until=0900&when=count(items)%20>%2020&after=0",
                "x=y&all=&when=count(items)+%3E+20&until=900",
            ] {
                let page = await store.page("/ask/bisect?\(query)")
                #expect(page.status == 303)
                #expect(page.fields["location"] == canonical)
            }
            let edits = await store.page(
                "/ask/what-if?move-after=0&without-type=&without-type=T&move=7&without=5&without=3")
            #expect(
                edits.fields["location"] == "/ask/what-if?without=5&without=3&without-type=T&move=7&move-after=0")
            _ = try await store.answered(canonical)
            let first = await store.inspector.questions.answering(at: canonical)
            _ = try await store.answered(canonical)
            #expect(await store.inspector.questions.answering(at: canonical) === first)
            let list = await store.page("/ask")
            #expect(list.cells.count == 1)
            #expect(list.cells.first?[0] == "/ask/bisect?when=count(items) > 20&until=900")
            #expect(list.cells.first?[1] == "finished")
            #expect(list.html.contains(#"href="/ask/bisect?when=count%28items%29%20%3E%2020&amp;until=900""#))
        }
    }

    @Test func `a field of which several values may be given offers another one`() async throws {
        try await InspectedStore.with([
            ("s-1", EventData(type: "T", data: [])), ("s-2", EventData(type: "T", data: [])),
        ]) {
            store in
            let page = try await store.answered("/ask/what-if?without-stream=s-1&without-stream=s-2")
            #expect(page.status == 200)
            #expect(page.html.matches(of: /name="without-stream"/).count == 3)
            #expect(page.html.matches(of: /name="without-actor"/).count == 1)
            #expect(page.html.contains(#"<label for="without-stream-2">Events of stream, 3</label>"#))
        }
    }

    @Test(arguments: HostileContentTests.names) func `content leaves no element of an answer, whatever it is`(
        name: String
    ) async throws {
        var plain: [String: [Substring]] = [:]
        for text in ["plain", name] {
            let event = EventData(type: EventType(text), data: Array("{}".utf8))
            try await InspectedStore.with([(StreamName(text), event), (StreamName(text), event)]) { store in
                let query = PercentCoding.encode(text)
                for target in [
                    "/ask/what-if?without=1", "/ask/what-if?without-actor=\(query)", "/ask/bisect?when=%5B\(query)",
                    "/ask/what-if?without=1&projection=\(query)", "/ask/why?refusal=\(query)", "/ask/rules?asked=1",
                    "/ask",
                ] {
                    let view = target.replacing(query, with: "")
                    let page = try await store.answered(target)
                    #expect(plain[view, default: page.elements] == page.elements, "\(view)")
                    plain[view] = page.elements
                    let shown = page.html.replacing(/value="[^"]*"/, with: "").unicodeScalars
                    #expect(!shown.contains("\u{202E}") && !shown.contains("\u{2066}"), "\(view)")
                }
            }
        }
    }
}
