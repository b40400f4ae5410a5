import Foundation
import Nacre
import TestTraits
import Testing

@testable import NacreInspector

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct TimelineViewTests {
    /// The events by unit, as the bars of a page name them.
    private static func bars(_ page: Page) -> [String: Int] {
        let names = page.html.matches(of: #/aria-label="([-0-9T:]+): ([0-9,]+) events?: /#)
        return Dictionary(
            names.map { (String($0.1), Int($0.2.filter(\.isNumber)) ?? 0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What the shown command prints, added over the types.
    private static func counted(_ page: Page) async throws -> (units: [String: Int], types: [String: Int]) {
        let command = try #require(page.text.firstMatch(of: /nacre count [^\n]*/)).output
        let program = InspectedStore.program.path
        let output = try await Shell.output(of: program + command.dropFirst("nacre".count))
        var (units, types): ([String: Int], [String: Int]) = ([:], [:])
        for line in output.split(separator: "\n") {
            let row = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let events = try #require(row["events"] as? Int)
            let unit = try #require(
                row.first { ["second", "minute", "hour", "day", "month", "year"].contains($0.key) })
            units[try #require(unit.value as? String), default: 0] += events
            types[try #require(row["type"] as? String), default: 0] += events
        }
        return (units, types)
    }

    @Test func `the bars are what the command counts, of the whole history and of each part that a bar leads to`()
        async throws
    {
        try await InspectedStore.withHistory { store in
            var address = "/timeline?by=time"
            var units: [String] = []
            // From years of a history to the seconds of a minute.
            while units.last != "second" {
                let page = await store.page(address)
                #expect(page.status == 200)
                let (expected, types) = try await Self.counted(page)
                #expect(Self.bars(page) == expected)
                #expect(!expected.isEmpty)
                for (type, events) in types where types.count <= 7 {
                    #expect(page.text.contains("\(type) \(events)\n"), "\(type) \(events)")
                }
                units.append(try #require(page.text.firstMatch(of: /, by (\w+), UTC\n/).map { String($0.1) }))
                let busiest = try #require(expected.max { ($0.value, $1.key) < ($1.value, $0.key) })
                let bar = try #require(
                    page.html.matches(of: #/<a href="([^"]*)" aria-label="([-0-9T:]+): /#).first { $0.2 == busiest.key }
                )
                address = String(bar.1).replacing("&amp;", with: "&")
            }
            #expect(units.count > 2)
            // A second leads to its events.
            #expect(address.hasPrefix("/log?"))
            let last = await store.page(address)
            #expect(!last.positions.isEmpty)
        }
    }

    @Test func `the timeline grows with the log`() async throws {
        try await InspectedStore.with([("s-1", EventData(type: "First", data: []))]) { store in
            #expect(Self.bars(await store.page("/timeline")).values.reduce(0, +) == 1)
            try await InspectedStore.nacre("append", "s-1", "Second", "--data", "{}", "--store", store.path)
            let page = await store.page("/timeline")
            #expect(Self.bars(page).values.reduce(0, +) == 2)
            #expect(page.text.contains("First 1\n") && page.text.contains("Second 1\n"))
        }
    }

    @Test func `a log without events, and times that are none, are said`() async throws {
        try await InspectedStore.with([]) { store in
            #expect(await store.page("/timeline").text.contains("The log has no events."))
        }
        try await InspectedStore.with([("s-1", EventData(type: "T", data: []))]) { store in
            for (query, reason) in [
                ("by=x", "by=\"x\" is not a time of events"), ("since=soon", "since: "),
                ("since=2020-01-02&until=2020-01-01", "is after until"),
            ] {
                let page = await store.page("/timeline?\(query)")
                #expect(page.status == 400)
                #expect(page.text.contains(reason), "\(page.text)")
            }
            let none = await store.page("/timeline?since=1990-01-01&until=1990-12-31")
            #expect(none.status == 200)
            #expect(none.text.contains("0 events"))
        }
    }
}
