import DomainKit
import Nacre
import TestRandomness
import Testing

@testable import NacreTool

@Suite("Traces")
struct EventTracerTests {
    private let store = InMemoryEventStore()

    /// Appends an event, caused by an earlier one or by nothing.
    @discardableResult
    private func append(
        _ number: Int, causedBy cause: String? = nil, correlation: String? = nil, at seconds: Int = 0
    ) async throws -> EventID {
        let id = EventID(high: 0, low: UInt64(number))
        var event = EventData(
            id: id, type: "T", time: Instant(nanosecondsSince1970: Int64(seconds) * 1_000_000_000, decimals: 0),
            data: [])
        try event.add(try EventContext(correlationID: correlation, causationID: cause, actor: nil))
        try await store.append([event], to: StreamName("s-\(number % 3)"))
        return id
    }

    private func numbers(_ trace: EventTrace) -> [UInt64] { trace.nodes.map(\.event.id.low) }

    @Test("from any event of a tree, the trace is the whole tree, causes before consequences")
    func wholeTree() async throws {
        let ids = (1...6).map { EventID(high: 0, low: UInt64($0)).description }
        for (number, cause) in [(1, nil), (2, ids[0]), (3, ids[1]), (4, ids[0]), (5, ids[1]), (6, nil)]
            as [(Int, String?)]
        {
            try await append(number, causedBy: cause)
        }
        for number in 1...5 {
            var tracer = EventTracer(in: store, limit: 100)
            let trace = try await tracer.trace(try await store.event(at: Position(number)))
            #expect(numbers(trace) == [1, 2, 3, 5, 4])
            #expect(trace.nodes.map(\.depth) == [0, 1, 2, 2, 1])
            #expect(trace.nodes.map { $0.cause?.id.low } == [nil, 1, 2, 2, 1])
        }
        var tracer = EventTracer(in: store, limit: 100)
        #expect(numbers(try await tracer.trace(try await store.event(at: 6))) == [6])
    }

    @Test("events of the same correlation belong to the trace, whatever caused them")
    func correlated() async throws {
        try await append(1, correlation: "c")
        try await append(2, causedBy: "a command", correlation: "c")
        try await append(3, causedBy: EventID(high: 0, low: 2).description)
        try await append(4, correlation: "d")
        for number in 1...2 {
            var tracer = EventTracer(in: store, limit: 100)
            #expect(numbers(try await tracer.trace(try await store.event(at: Position(number)))) == [1, 2, 3])
        }
        var tracer = EventTracer(in: store, limit: 100)
        #expect(numbers(try await tracer.trace(correlation: "c")) == [1, 2, 3])
    }

    @Test("the correlation id of the event counts as well as that of its first cause")
    func twoCorrelations() async throws {
        try await append(1, correlation: "a")
        try await append(2, causedBy: EventID(high: 0, low: 1).description, correlation: "b")
        try await append(3, correlation: "b")
        try await append(4, correlation: "a")
        var tracer = EventTracer(in: store, limit: 100)
        #expect(numbers(try await tracer.trace(try await store.event(at: 2))).sorted() == [1, 2, 3, 4])
    }

    @Test("a causation id names an event in either case of its letters, upwards and downwards")
    func spellings() async throws {
        try await append(0xABC)
        try await append(2, causedBy: EventID(high: 0, low: 0xABC).description.uppercased())
        for position in 1...2 as ClosedRange<Position> {
            var tracer = EventTracer(in: store, limit: 100)
            #expect(numbers(try await tracer.trace(try await store.event(at: position))) == [0xABC, 2])
        }
    }

    @Test("the earliest and the latest time are as far apart as a number says")
    func extremes() async throws {
        for time in [Instant.earliest, .latest] {
            var event = EventData(type: "T", time: time, data: [])
            try event.add(try EventContext(correlationID: "c", causationID: nil, actor: nil))
            try await store.append([event], to: "s")
        }
        var tracer = EventTracer(in: store, limit: 100)
        let trace = try await tracer.trace(correlation: "c")
        let times = EventTrace.Times(of: trace, .time)
        #expect(trace.nodes.map { times.offset(of: $0) } == [0, .max])
        var gaps = TimeGaps(limit: 2, .time)
        for node in trace.nodes { gaps.add(node.event.view) }
        #expect(gaps.gaps.map(\.nanoseconds) == [.max])
    }

    @Test("ids that name each other, or a later event, make no circle")
    func circles() async throws {
        let (one, two) = (EventID(high: 0, low: 1).description, EventID(high: 0, low: 2).description)
        try await append(1, causedBy: two)
        try await append(2, causedBy: one)
        try await append(3, causedBy: EventID(high: 0, low: 3).description)
        for (position, expected) in [(1, [1, 2]), (2, [1, 2]), (3, [3])] as [(Position, [UInt64])] {
            var tracer = EventTracer(in: store, limit: 100)
            #expect(numbers(try await tracer.trace(try await store.event(at: position))) == expected)
        }
    }

    @Test("a trace ends at its limit, and says so")
    func limited() async throws {
        var cause: EventID?
        for number in 1...50 { cause = try await append(number, causedBy: cause?.description) }
        var tracer = EventTracer(in: store, limit: 10)
        let trace = try await tracer.trace(try await store.event(at: 50))
        #expect(trace.isCut && numbers(trace) == Array(41...50))
        var early = EventTracer(in: store, limit: 10)
        #expect(numbers(try await early.trace(try await store.event(at: 1))) == Array(1...10))
        var whole = EventTracer(in: store, limit: 50)
        let all = try await whole.trace(try await store.event(at: 50))
        #expect(!all.isCut && all.nodes.map(\.depth) == Array(0..<50))
    }

    @Test("in generated forests, a trace has exactly the events that reach the same first cause")
    func property() async throws {
        var random = SeededGenerator(seed: 11)
        var roots: [Int: Int] = [:]
        for number in 1...300 {
            let cause = random.chance(80) && number > 1 ? 1 + random.below(number - 1) : nil
            roots[number] = cause.flatMap { roots[$0] } ?? number
            try await append(number, causedBy: cause.map { EventID(high: 0, low: UInt64($0)).description })
        }
        for number in stride(from: 1, through: 300, by: 7) {
            var tracer = EventTracer(in: store, limit: 1_000)
            let trace = try await tracer.trace(try await store.event(at: Position(number)))
            let expected = roots.filter { $0.value == roots[number] }.map { UInt64($0.key) }.sorted()
            #expect(numbers(trace).sorted() == expected)
            var seen: Set<EventID> = []
            for node in trace.nodes {
                #expect(node.cause.map { seen.contains($0.id) } ?? true)
                seen.insert(node.event.id)
            }
        }
    }

    @Test("rows draw the tree, with the times since the first event and since the cause")
    func rows() async throws {
        let ids = (1...3).map { EventID(high: 0, low: UInt64($0)).description }
        try await append(1, at: 10)
        try await append(2, causedBy: ids[0], at: 12)
        try await append(3, causedBy: ids[1], at: 75)
        try await append(4, causedBy: ids[0], at: 13)
        var tracer = EventTracer(in: store, limit: 10)
        let trace = try await tracer.trace(try await store.event(at: 1))
        let times = EventTrace.Times(of: trace, .time)
        #expect(
            trace.nodes.map { EventTrace.Row(node: $0, times: times).cells } == [
                ["0 s", "", "1", "", "T  s-1"], ["2 s", "2 s", "2", "", "├─ T  s-2"],
                ["1 min 5 s", "1 min 3 s", "3", "", "│  └─ T  s-0"], ["3 s", "3 s", "4", "", "└─ T  s-1"],
            ])
    }
}
