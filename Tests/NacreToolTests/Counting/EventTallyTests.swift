import DomainKit
import Nacre
import TestRandomness
import Testing

@testable import NacreTool

@Suite("Counted events")
struct EventTallyTests {
    private func event(
        _ position: Position, type: String = "T", stream: String = "s-1", time: String = "2016-02-29T23:59:59.5Z",
        metadata: String = ""
    ) throws -> RecordedEvent {
        RecordedEvent(
            position: position, stream: StreamName(stream), version: 1, id: .random(), type: EventType(type), schema: 1,
            time: try Instant(parsing: time), recordedAt: try Instant(parsing: "2020-01-01T00:00:00Z"), tags: [],
            data: [], metadata: Array(metadata.utf8), isLastOfCommit: true)
    }

    private func rows(
        _ keys: [CountKey], by clock: AsOfOptions.Clock = .time, ordered order: CountOrder = .natural,
        _ events: [RecordedEvent]
    ) -> [[String]] {
        var tally = EventTally(by: keys, clock)
        for event in events { tally.add(event.view) }
        return tally.rows(ordered: order).rows.map { $0.values.map { $0 ?? "-" } + ["\($0.events)"] }
    }

    @Test("names are counted, the most frequent first, and equal ones by name")
    func names() throws {
        let events = try [
            event(1, type: "B"), event(2, type: "A"), event(3, type: "C", stream: "t-1"), event(4, type: "C"),
        ]
        #expect(rows([.type], events) == [["C", "2"], ["A", "1"], ["B", "1"]])
        #expect(rows([.stream], events) == [["s-1", "3"], ["t-1", "1"]])
        #expect(rows([.category], events) == [["s", "3"], ["t", "1"]])
    }

    @Test("tallies of the parts of a log, added, are that of the log", arguments: 0..<20)
    func parts(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let events = try (1...200).map { (position: Position) in
            let actor = Int.random(in: 0..<8, using: &random)
            return try event(
                position, type: "T\(Int.random(in: 0..<5, using: &random))",
                stream: "s-\(Int.random(in: 0..<50, using: &random))",
                time: "2016-0\(Int.random(in: 1...9, using: &random))-01T00:00:00Z",
                metadata: actor == 0 ? "" : #"{"actor":"u\#(actor)"}"#)
        }
        let cut = Int.random(in: 0...200, using: &random)
        for keys in [[], [CountKey.type], [.stream], [.actor], [.month], [.actor, .month], [.month, .stream]] {
            var tally = EventTally(by: keys, .time)
            for event in events[..<cut] { tally.add(event.view) }
            var rest = EventTally(by: keys, .time)
            for event in events[cut...] { rest.add(event.view) }
            tally.add(rest)
            var whole = EventTally(by: keys, .time)
            for event in events { whole.add(event.view) }
            #expect(tally.total == 200)
            #expect(tally.rows(ordered: .natural).rows == whole.rows(ordered: .natural).rows)
        }
    }

    @Test("tallies of many names are added, those that wait for others too")
    func manyNames() throws {
        let events = try (1...5_000).map { (position: Position) in
            try event(position, stream: "s-\(position * 7_919 % 3_001)")
        }
        var tally = EventTally(by: [.stream], .time)
        for event in events[..<2_600] { tally.add(event.view) }
        var rest = EventTally(by: [.stream], .time)
        for event in events[2_600...] { rest.add(event.view) }
        tally.add(rest)
        let rows = tally.rows(ordered: .natural).rows
        let expected = Dictionary(grouping: events) { $0.stream.text }.mapValues(\.count)
        #expect(rows.count == 3_001)
        #expect(rows.allSatisfy { expected[$0.values[0] ?? ""] == $0.events })
    }

    @Test("events without an actor are counted too")
    func actors() throws {
        let events = try [
            event(1), event(2, metadata: #"{"actor":"ada"}"#), event(3, metadata: #"{"actor":"ada"}"#),
            event(4, metadata: "no json"),
        ]
        #expect(rows([.actor], events) == [["-", "2"], ["ada", "2"]])
    }

    @Test(
        "units of time are those of the calendar",
        arguments: [
            (CountKey.second, "2016-02-29T23:59:59"), (.minute, "2016-02-29T23:59"), (.hour, "2016-02-29T23"),
            (.day, "2016-02-29"), (.month, "2016-02"), (.year, "2016"),
        ])
    func units(key: CountKey, text: String) throws {
        let events = try [
            event(1), event(2, time: "2016-02-29T23:59:59.999999999Z"), event(3, time: "2016-03-01T00:00:00Z"),
            event(4, time: "2016-02-29T23:59:59Z"),
        ]
        let counted = rows([key], events)
        #expect(counted.first == [text, key == .year ? "4" : "3"])
        #expect(counted.count == (key == .year ? 1 : 2))
    }

    @Test("times before 1970 are counted in the unit that contains them")
    func early() throws {
        let events = try [event(1, time: "1969-12-31T23:59:59.9Z"), event(2, time: "1970-01-01T00:00:00Z")]
        #expect(rows([.second], events) == [["1969-12-31T23:59:59", "1"], ["1970-01-01T00:00:00", "1"]])
        #expect(rows([.year], events) == [["1969", "1"], ["1970", "1"]])
    }

    @Test("by recordedAt, the time of the event does not count")
    func recorded() throws {
        #expect(rows([.year], by: .recordedAt, try [event(1)]) == [["2020", "1"]])
    }

    @Test("with a time among the keys, rows are in order of time, or on request by number")
    func order() throws {
        let events = try [
            event(1, type: "A", time: "2017-01-01T00:00:00Z"), event(2, type: "B", time: "2017-06-01T00:00:00Z"),
            event(3, type: "B", time: "2017-07-01T00:00:00Z"), event(4, type: "B", time: "2016-07-01T00:00:00Z"),
        ]
        #expect(
            rows([.type, .year], events) == [["B", "2016", "1"], ["B", "2017", "2"], ["A", "2017", "1"]])
        #expect(
            rows([.type, .year], ordered: .events, events).first == ["B", "2017", "2"])
    }

    @Test("pairs of names are counted as a dictionary counts them")
    func pairs() throws {
        var random = SeededGenerator(seed: 7)
        var expected: [[String]: Int] = [:]
        var tally = EventTally(by: [.stream, .type], .time)
        for position in 1...5_000 {
            let (stream, type) = ("s-\(random.below(700))", "T\(random.below(3))")
            expected[[stream, type], default: 0] += 1
            tally.add(try event(Position(position), type: type, stream: stream).view)
        }
        #expect(counts(&tally) == expected)
        #expect(tally.total == 5_000)
    }

    @Test("many names are counted as a dictionary counts them", arguments: [CountKey.stream, .actor])
    func manyNames(key: CountKey) throws {
        var random = SeededGenerator(seed: 8)
        var expected: [[String]: Int] = [:]
        var tally = EventTally(by: [key], .time)
        for position in 1...20_001 {
            let name = "s-\(random.below(6_000))"
            let isNamed = key == .stream || random.below(10) > 0
            expected[[isNamed ? name : ""], default: 0] += 1
            let metadata = isNamed ? #"{"actor":"\#(name)"}"# : ""
            tally.add(try event(Position(position), stream: name, metadata: metadata).view)
        }
        #expect(counts(&tally) == expected)
        // Asking again counts nothing twice.
        #expect(counts(&tally) == expected)
        let all = tally.rows(ordered: .events).rows
        let (top, others) = tally.rows(ordered: .events, top: 10)
        #expect(top == Array(all.prefix(10)))
        #expect(others == expected.count - 10)
        #expect(tally.rows(ordered: .events, top: 100_000) == (all, 0))
    }

    private func counts(_ tally: inout EventTally) -> [[String]: Int] {
        let rows = tally.rows(ordered: .natural).rows.map { ($0.values.map { $0 ?? "" }, $0.events) }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}
