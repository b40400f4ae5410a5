import BrowserTesting
import Foundation
import Nacre
import TestTraits
import Testing
import ToolTesting

@testable import NacreCLI

/// Every view on real histories, in a real browser: it shows what the command prints that it names.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)), .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct HistoryViewsTests {
    /// Runs a test on the views of an inspected history.
    private func withViews(of history: String, _ test: (ShownViews) async throws -> Void) async throws {
        try await InspectedStore.withHistory(at: history, features: NacreProgram.features) { store in
            try await ServedInspector.run(store) { inspector in
                try await Browser.run { browser in
                    try await browser.open(inspector.address)
                    try await browser.arrives(at: "/log")
                    try await test(ShownViews(store: store, root: "http://127.0.0.1:\(inspector.port)", tab: browser))
                }
            }
        }
    }

    @Test(arguments: Fixture.histories) func `the log has the events of each filter`(history: String) async throws {
        try await withViews(of: history) { views in
            let event = try await views.store.store.event(at: 900)
            let metadata = try #require(
                try JSONSerialization.jsonObject(with: Data(event.metadata)) as? [String: Any])
            let filters = [
                "type=ItemRenamed", "stream=\(event.stream.text)", "category=item", "actor=\(metadata.text("actor"))",
                "correlation=\(metadata.text("correlationId"))", "text=test", "from=880&to=900",
                "by=time&until=\(event.time)",
            ]
            for filter in filters {
                let (page, printed) = try await views.view("/log?\(filter)")
                let positions = printed.map { $0.text("position") }
                #expect(!positions.isEmpty, "\(filter)")
                #expect(page.column(0) == positions.reversed(), "\(filter)")
                #expect(page.column(2) == printed.map { $0.text("type") }.reversed(), "\(filter)")
            }
        }
    }

    @Test(arguments: Fixture.histories) func `an event and its trace have their figures`(history: String) async throws {
        try await withViews(of: history) { views in
            let head = try await views.store.store.head()
            for position in [1, 900, head / 2, head] {
                let (page, printed) = try await views.view("/events/\(position)")
                let event = try #require(printed.first?["event"] as? [String: Any])
                #expect(page.definition("Stream") == "\(event.text("stream")), version \(event.text("version"))")
                #expect(page.definition("Type")?.hasPrefix(event.text("type") + ",") == true)
                #expect(page.definition("Id") == event.text("id"))
                let proof = try #require(printed.first?["proof"] as? [String: Any])
                #expect(page.definition("Proof")?.contains(proof.text("checksumOfBlock")) == true)
                let data = try #require(event["data"] as? [String: Any])
                for (_, value) in data { #expect(page.text.contains("\(value)")) }
                let correlation = try #require((event["metadata"] as? [String: Any])?.text("correlationId"))
                let trace = try await views.view("/trace?correlation=\(correlation)")
                let traced = trace.printed.compactMap { ($0["event"] as? [String: Any])?.text("position") }
                #expect(!traced.isEmpty)
                #expect(trace.page.column(2) == traced)
            }
        }
    }

    @Test(arguments: Fixture.histories) func `the timeline counts each event once`(history: String) async throws {
        try await withViews(of: history) { views in
            let (page, printed) = try await views.view("/timeline?by=time")
            let counts = printed.reduce(into: [String: Int]()) { counts, line in
                counts[line.text("type"), default: 0] += line["events"] as? Int ?? 0
            }
            #expect(counts.values.reduce(0, +) == Int(try await views.store.store.head()))
            let shown = try await views.legend()
            #expect(shown == counts.mapValues(String.init))
            #expect(page.text.contains("\(try await views.store.store.head()) events"))
        }
    }

    @Test(arguments: Fixture.histories) func `states and rows of the past have their values`(history: String)
        async throws
    {
        try await withViews(of: history) { views in
            let head = try await views.store.store.head()
            let event = try await views.store.store.event(at: head / 2)
            let row = String(event.stream.text.dropFirst("item-".count))
            let state = try await views.view("/past/stream?stream=\(event.stream.text)&version=\(event.version)")
            #expect(!state.printed.isEmpty)
            #expect(state.page.column(0, of: "th") == state.printed.map { $0.text("field") })
            #expect(state.page.column(2) == state.printed.map { $0.text("position") })

            let rows = try await views.view("/past/rows?projection=items&as-of=\(event.position)")
            let unchanged = rows.page.rows.filter { $0.first?.isEmpty == true }.map { $0[2] }
            #expect(!unchanged.isEmpty)
            #expect(unchanged == rows.printed.map { $0.text("row") })

            let origins = try await views.view("/past/row?projection=items&row=\(row)&as-of=\(event.position)")
            #expect(!origins.printed.isEmpty)
            #expect(origins.page.column(0) == origins.printed.map { $0.text("position") })
            #expect(origins.page.column(5) == origins.printed.map { $0.text("field") })

            let changes = try await views.view("/past/difference?projection=items&from=\(head / 4)&to=\(head / 2)")
            #expect(!changes.printed.isEmpty)
            #expect(changes.page.column(0) == changes.printed.map { $0.text("change") })
            #expect(changes.page.column(2) == changes.printed.map { $0.text("name") })
            let last = changes.printed.map { line in (line["events"] as? [[String: Any]])?.last?.text("position") }
            #expect(changes.page.column(4) == last)
        }
    }

    @Test(arguments: Fixture.histories) func `answers have the rows of their commands`(history: String) async throws {
        try await withViews(of: history) { views in
            let bisect = try await views.view("/ask/bisect?when=count(items)%20%3E%2020")
            #expect(bisect.page.column(0) == bisect.printed.map { $0.text("position") })
            #expect(bisect.page.column(6) == ["21"])

            let event = try await views.store.store.event(at: 900)
            let edited = try await views.view("/ask/what-if?without=900")
            let changed = edited.printed.filter { $0.text("finding") == "changed" }
            #expect(edited.page.rows.filter { $0[0] == "changed" }.map { $0[3] } == changed.map { $0.text("name") })
            #expect(changed.map { "item-" + $0.text("name") } == [event.stream.text])
            #expect(edited.page.rows.count == edited.printed.count)

            let rules = try await views.view("/ask/rules?asked=1")
            #expect(rules.page.rows.count == rules.printed.count)
            #expect(rules.page.column(4) == rules.printed.map { $0.text("type") })

            let version = try await views.store.store.version(of: event.stream)
            let refused = try await Shell.output(
                of: """
                    \(InspectedStore.program.path) append \(event.stream.text) T --data 1 --expect \(version - 5) \
                    --store \(views.store.path) 2>&1
                    """)
            let token = try #require(refused.firstMatch(of: /nacre why ([-\w]+)/)?.1)
            let why = try await views.view("/ask/why?refusal=\(token)")
            #expect(why.page.rows.count == 5)
            #expect(
                why.page.column(1) == why.printed.compactMap { ($0["event"] as? [String: Any])?.text("position") })
        }
    }

    @Test(arguments: Fixture.histories) func `the health view has the figures of the store`(history: String)
        async throws
    {
        try await withViews(of: history) { views in
            let (page, printed) = try await views.view("/health")
            let figures = try #require(printed.first)
            #expect(page.definition("Events") == "\(figures.text("events")) in \(figures.text("blocks")) blocks")
            for file in figures["files"] as? [[String: Any]] ?? [] {
                #expect(page.definition(file.text("name")) != nil, "\(file.text("name"))")
            }
            let projections = figures["projections"] as? [[String: Any]] ?? []
            #expect(!projections.isEmpty)
            for projection in projections {
                let row = try #require(page.rows.first { $0[0] == projection.text("name") })
                #expect(row[1] == projection.text("state"))
                #expect(row[2] == projection.text("position"))
            }
        }
    }
}

/// The views of an inspected store, in a browser.
private struct ShownViews {
    let store: InspectedStore
    let root: String
    let tab: BrowserTab

    /// A view once it has its answer, and what the command prints that it names.
    func view(_ address: String) async throws -> (page: ShownPage, printed: [[String: Any]]) {
        try await tab.open(root + address)
        try await tab.waiting {
            guard try await tab.elements(.css("#running")).isEmpty else { return false }
            return try await tab.has(.css(".command code"))
        }
        let page: ShownPage = try await tab.evaluate(ShownPage.script)
        #expect(try await tab.loggedErrors() == [], "\(address)")
        let program = InspectedStore.program.path
        try #require(page.command.hasPrefix("nacre "))
        let output = try await Shell.output(of: program + page.command.dropFirst("nacre".count) + " 2>/dev/null")
        return (page, try Self.objects(in: output))
    }

    /// The numbers of events by type that the legend of a timeline shows.
    func legend() async throws -> [String: String] {
        try await tab.evaluate(
            """
            return Object.fromEntries([...document.querySelectorAll('.legend li')].map(
                li => [li.querySelector('bdi').textContent, li.querySelector('.number').textContent]))
            """)
    }

    /// The objects of a JSON array, or of lines of JSON.
    private static func objects(in output: String) throws -> [[String: Any]] {
        if output.hasPrefix("[") {
            return try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]] ?? []
        }
        return try output.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }
}

/// What a browser shows of a page.
private struct ShownPage: Decodable {
    /// The texts of the cells, and of those of another element, of all tables.
    let rows: [[String]]
    let headers: [[String]]
    let definitions: [String: String]
    let command: String
    let text: String

    static let script = """
        const texts = (row, name) => [...row.querySelectorAll(name)].map(cell => cell.innerText.trim())
        const rows = [...document.querySelectorAll('tbody tr')]
        const definitions = {}
        for (const term of document.querySelectorAll('dt'))
            definitions[term.innerText.trim()] = term.nextElementSibling.innerText.trim()
        return { rows: rows.map(row => texts(row, 'td')), headers: rows.map(row => texts(row, 'th')), definitions,
                 command: document.querySelector('.command code').innerText, text: document.body.innerText }
        """

    func column(_ index: Int, of element: String = "td") -> [String] {
        (element == "td" ? rows : headers).map { $0.indices.contains(index) ? $0[index] : "" }
    }

    func definition(_ term: String) -> String? { definitions[term] }
}

extension [String: Any] {
    /// A value as the commands print it.
    fileprivate func text(_ name: String) -> String { self[name].map { "\($0)" } ?? "" }
}
