import DomainKit
import Foundation
import Nacre
import TestTraits
import Testing

@testable import NacreInspector
@testable import NacreTool

@Suite(.fewAtOnce, .timeLimit(.minutes(10))) struct TraceTests {
    private static let ids = (1...6).map { _ in EventID.random() }

    /// Five events over three streams; the fourth comes an hour after its cause, the others a second.
    private static var events: [(StreamName, EventData)] {
        let steps: [(stream: StreamName, cause: Int?, second: Int64)] = [
            ("order-1", nil, 0), ("stock-1", 0, 1), ("order-1", 1, 2), ("mail-1", 2, 3_602), ("mail-1", 2, 3),
            ("other-1", nil, 4),
        ]
        return steps.enumerated().map { index, step in
            let metadata = step.cause.map { #"{"causationId":"\#(ids[$0])","actor":"ada"}"# } ?? ""
            return (
                step.stream,
                EventData(
                    id: ids[index], type: EventType("T\(index)"),
                    time: Instant(nanosecondsSince1970: step.second * 1_000_000_000, decimals: 0), data: [],
                    metadata: Array(metadata.utf8))
            )
        }
    }

    @Test func `the graph and the table show what the command prints`() async throws {
        try await InspectedStore.with(Self.events) { store in
            let page = await store.page("/trace/3")
            let json = try await InspectedStore.nacre("trace", "3", "--format", "json", "--store", store.path)
            let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
            let expected = rows.compactMap { ($0["event"] as? [String: Any])?["position"] as? Int }
            #expect(expected == [1, 2, 3, 4, 5])
            let table = page.html.matches(
                of: /<td class="number"><a href="\/events\/(\d+)">\1<\/a><\/td>\n<td class="type">/)
            #expect(table.compactMap { Int($0.1) } == expected)
            #expect(page.html.matches(of: #/<circle /#).count == 5)
            #expect(page.html.matches(of: #/<path /#).count == rows.count { $0["causePosition"] != nil })
            #expect(page.html.matches(of: /<line class="row"/).count == 3)
            #expect(page.text.contains("5 events in 3 streams over 1 h"))
        }
    }

    @Test func `the slow step stands out, and no other`() async throws {
        try await InspectedStore.with(Self.events) { store in
            let page = await store.page("/trace/1")
            #expect(page.html.matches(of: /class="edge slow"/).count == 1)
            #expect(page.html.contains("1 h from position 3 to 4, slow"))
            #expect(page.html.matches(of: /<tr class="slow/).count == 1)
            #expect(page.text.contains("1 slow step"))
        }
    }

    @Test func `dots of one moment stand beside one another, in the order of the log`() async throws {
        let first = EventID.random()
        let cause = Array(#"{"causationId":"\#(first)"}"#.utf8)
        let events = (0..<40).map { index in
            (
                StreamName("s-1"),
                EventData(
                    id: index == 0 ? first : EventID.random(), type: "T",
                    time: Instant(nanosecondsSince1970: 0, decimals: 0), data: [], metadata: index == 0 ? [] : cause)
            )
        }
        try await InspectedStore.with(events) { store in
            var tracer = EventTracer(in: store.store, limit: 100)
            let trace = try await tracer.trace(try await store.store.event(at: 1))
            let times = EventTrace.Times(of: trace, .time)
            let graph = TraceGraph(of: trace, times, to: 1, SlowSteps(of: trace, times))
            let xs = graph.dots.map(\.x)
            #expect(xs.count == 40)
            #expect(zip(xs, xs.dropFirst()).allSatisfy { $1 - $0 >= 14 })
            #expect((xs.max() ?? 0) < graph.width)
            #expect(graph.edges.allSatisfy { !$0.isSlow })
        }
    }

    @Test func `a correlation is traced, and one that no event has is said`() async throws {
        try await InspectedStore.withHistory { store in
            let id = try #require(try await store.store.event(at: 700).context.correlationID)
            var expected: [Position] = []
            for try await event in store.store.readLog(matching: .correlations(id)) { expected.append(event.position) }
            let page = await store.page("/trace?correlation=\(PercentCoding.encode(id))&by=recordedAt")
            #expect(page.html.matches(of: #/<circle /#).count == min(expected.count, 400))
            #expect(await store.page("/trace?correlation=none").text.contains("No event has this correlation id."))
            for target in ["/trace", "/trace/1?by=x", "/trace/zz"] {
                #expect(await store.page(target).status == 400, "\(target)")
            }
        }
    }
}
