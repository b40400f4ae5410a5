import DomainKit
import Nacre
import NacreTesting
import TestRandomness
import Testing

@testable import NacreTool

@Suite("Timeline")
struct TimelineTests {
    /// A log whose events happen at random times between 2015 and 2017, mostly in order.
    private static func log(_ count: Int, using random: inout SeededGenerator) async throws -> InMemoryEventStore {
        let store = InMemoryEventStore()
        var time = try Instant(parsing: "2015-01-01T00:00:00Z").nanosecondsSince1970
        var events: [EventData] = []
        for _ in 0..<count {
            // Sometimes nothing happens for days, sometimes much within a second.
            let steps: [Int64] = [1_000, 1_000_000_000, 3_600_000_000_000, 500_000_000_000_000]
            let step = steps[Int.random(in: 0..<4, using: &random)]
            time += Int64.random(in: 0...step, using: &random) / 10
            let happened = Bool.random(using: &random) ? time : time - Int64.random(in: 0...step, using: &random)
            events.append(
                EventData(
                    type: EventType("T\(Int.random(in: 0..<4, using: &random))"),
                    time: Instant(nanosecondsSince1970: happened, decimals: 9), data: Array("{}".utf8)))
        }
        for start in stride(from: 0, to: count, by: 500) {
            try await store.append(Array(events[start..<min(count, start + 500)]), to: "s-1")
        }
        return store
    }

    private static func events(_ store: InMemoryEventStore) async throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        for try await event in store.readLog() { events.append(event) }
        return events
    }

    @Test("counts are those of the events of a span, at every scale and after every growth", arguments: UInt64(0)..<12)
    func counted(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let store = try await Self.log(Int.random(in: 0...6_000, using: &random), using: &random)
        let events = try await Self.events(store)
        // Built from two parts, and then event by event.
        let cuts = [Int.random(in: 0...events.count, using: &random), Int.random(in: 0...events.count, using: &random)]
            .sorted()
        var stretches = EventStretches(by: .time)
        for event in events[..<cuts[0]] { stretches.add(event.view) }
        var part = EventStretches(by: .time)
        for event in events[cuts[0]..<cuts[1]] { part.add(event.view) }
        stretches.add(part)
        for event in events[cuts[1]...] { stretches.add(event.view) }
        #expect(stretches.head == Position(events.count))
        let times = events.map(\.time.nanosecondsSince1970)
        #expect(stretches.times?.first.nanosecondsSince1970 == times.min())
        #expect(stretches.times?.last.nanosecondsSince1970 == times.max())
        for _ in 0..<20 {
            let bounds = (0..<2).map { _ in (times.randomElement(using: &random) ?? 0) + Int64.random(in: -2...2) }
                .sorted()
            let (since, until) = (
                Instant(nanosecondsSince1970: bounds[0], decimals: 9),
                Instant(nanosecondsSince1970: bounds[1], decimals: 9)
            )
            let timeline = try await Timeline(stretches, since: since, until: until, in: store)
            let unit = try #require(CountKey(rawValue: timeline.unit))
            var expected: [String: Int] = [:]
            for event in events where (bounds[0]...bounds[1]).contains(event.time.nanosecondsSince1970) {
                expected["\(event.type) \(unit.text(at: event.time))", default: 0] += 1
            }
            var found: [String: Int] = [:]
            for part in timeline.units {
                for count in part.counts { found["\(count.type) \(part.text)", default: 0] += count.events }
                #expect(part.counts.map(\.events) == part.counts.map(\.events).sorted(by: >))
                #expect(unit.text(at: part.start) == part.text)
                #expect(unit.text(atNanoseconds: part.end.nanosecondsSince1970 - 1) == part.text)
                #expect(unit.text(at: part.end) != part.text)
            }
            #expect(found == expected)
            #expect(timeline.units.map(\.text) == timeline.units.map(\.text).sorted())
            #expect(timeline.units.count <= Timeline.maxUnits + 1)
        }
    }

    @Test(
        "a long history is counted by months, and a minute of it by seconds",
        arguments: [
            ("2017-01-01T00:00:00Z", "month"), ("2015-12-01T00:00:00Z", "day"), ("2015-01-10T00:00:00Z", "hour"),
            ("2015-01-01T02:00:00Z", "minute"), ("2015-01-01T00:01:00Z", "second"), ("2099-01-01T00:00:00Z", "year"),
        ])
    func units(until: String, unit: String) async throws {
        let timeline = try await Timeline(
            EventStretches(by: .time), since: Instant(parsing: "2015-01-01T00:00:00Z"),
            until: Instant(parsing: until), in: InMemoryEventStore())
        #expect(timeline.unit == unit)
        #expect(timeline.units.isEmpty)
    }

    @Test("of a long span, only the events at the ends of units are read")
    func stretches() async throws {
        var stretches = EventStretches(by: .time)
        let start = try Instant(parsing: "2015-01-01T00:00:00Z").nanosecondsSince1970
        // A thousand events a day.
        for position in 1...100_000 {
            let time = Instant(nanosecondsSince1970: start + Int64(position) * 86_400_000_000, decimals: 3)
            stretches.add(
                RecordedEvent(
                    position: Position(position), stream: "s-1", version: StreamVersion(position), id: .random(),
                    type: "T", schema: 1, time: time, recordedAt: time, tags: [], data: [], metadata: [],
                    isLastOfCommit: true
                ).view)
        }
        let (tally, unread) = stretches.counted(in: start...(start + 100 * 86_400_000_000_000), per: .month)
        let read = unread.reduce(0) { $0 + $1.count }
        #expect(tally.total + read == 100_000)
        // The ends of three months, and the last stretch.
        #expect(read <= 4 * EventStretches.length)
    }
}
