import DomainKit
import Nacre
import TestRandomness

@testable import NacreLMDB

/// Generates commits of all shapes, reproducibly by seed.
struct CommitGenerator {
    var random: SeededGenerator
    /// How many streams the events are spread over.
    var streams = 8
    /// The greatest size of an event's data.
    var dataBytes = 300

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func commit(events: ClosedRange<Int> = 1...12) -> Commit {
        let givesIDs = chance(30)
        return Commit(
            entries: (0..<Int.random(in: events, using: &random)).map { _ in
                Commit.Entry(
                    stream: StreamName("thing-\(Int.random(in: 0..<streams, using: &random))é"),
                    event: event(id: givesIDs ? id() : nil))
            })
    }

    mutating func event(id: EventID? = nil) -> EventData {
        EventData(
            id: id, type: EventType(["Made", "Moved", "Broken", "Mended 🪛"].randomElement(using: &random) ?? "Made"),
            schema: Int.random(in: 1...65_535, using: &random),
            time: chance(70) ? time() : nil,
            tags: chance(30)
                ? (0..<Int.random(in: 1...5, using: &random)).map { Tag("tag:\($0)-\(chance(50) ? "x" : "ÿ")") } : [],
            data: bytes(upTo: dataBytes), metadata: chance(30) ? bytes(upTo: 40) : [])
    }

    mutating func id() -> EventID {
        EventID(high: random.next(), low: random.next())
    }

    private mutating func time() -> Instant {
        let decimals = UInt8.random(in: 0...9, using: &random)
        let step = Instant.nanosecondsIn(decimals)
        return Instant(
            nanosecondsSince1970: Int64.random(
                in: -4_000_000_000_000_000_000...4_000_000_000_000_000_000, using: &random)
                / step * step, decimals: decimals)
    }

    mutating func bytes(upTo count: Int) -> [UInt8] {
        (0..<Int.random(in: 0...count, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}

extension Instant {
    fileprivate static func nanosecondsIn(_ decimals: UInt8) -> Int64 {
        (decimals..<9).reduce(1) { step, _ in step * 10 }
    }
}

extension RecordedEvent {
    /// Whether it equals the appended event to the byte, apart from values that the store generates.
    func holds(_ entry: Commit.Entry) -> Bool {
        stream == entry.stream && type == entry.event.type && schema == entry.event.schema && data == entry.event.data
            && metadata == entry.event.metadata && tags == entry.event.tags
            && (entry.event.id.map { $0 == id } ?? true)
            && (entry.event.time.map { $0 == time && $0.decimals == time.decimals } ?? true)
    }
}
