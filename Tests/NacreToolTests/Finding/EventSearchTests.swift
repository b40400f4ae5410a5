import DomainKit
import Nacre
import NacreTesting
import TestRandomness
import TestStores
import Testing

@testable import NacreTool

@Suite("Search for events")
struct EventSearchTests {
    private static func store(_ random: inout SeededGenerator) async throws -> InMemoryEventStore {
        let store = InMemoryEventStore()
        for number in 1...300 {
            let event = EventData(
                type: EventType(["A", "B", "Rare"][random.chance(3) ? 2 : random.below(2)]),
                time: Instant(nanosecondsSince1970: Int64(random.below(50)), decimals: 9),
                tags: random.chance(20) ? ["x"] : [],
                data: Array(#"{"n":\#(random.below(7)),"name":"N\#(number)"}"#.utf8),
                metadata: random.chance(50) ? Array(#"{"actor":"a\#(random.below(3))"}"#.utf8) : [])
            try await store.append([event], to: StreamName(["s-1", "s-2", "t-1"][random.below(3)]))
        }
        return store
    }

    private static func criteria(_ random: inout SeededGenerator, ids: [EventID]) throws -> EventCriteria {
        var criteria = EventCriteria()
        if random.chance(30) { criteria.item.types = ["A"] }
        if random.chance(10) { criteria.item.types.append("Rare") }
        if random.chance(20) { criteria.item.categories = ["s"] }
        if random.chance(20) { criteria.item.tags = ["x"] }
        if random.chance(20) { criteria.stream = "s-2" }
        if random.chance(20) { criteria.texts = [ByteSearch("N1")] }
        if random.chance(20) { criteria.fields = [try FieldCondition(parsing: "data.n=\(random.below(7))")] }
        if random.chance(10) { criteria.fields.append(try FieldCondition(parsing: "metadata.actor~a")) }
        if random.chance(10) {
            criteria.ids = (0..<3).compactMap { _ in IDPrefix(ids[random.below(ids.count)].description) }
        }
        if random.chance(10) { criteria.ids = [IDPrefix(String(ids[0].description.prefix(1)))].compactMap(\.self) }
        if random.chance(30) { criteria.after = Position(random.below(301)) }
        if random.chance(30) { criteria.upTo = Position(random.below(320)) }
        criteria.clock = random.chance(50) ? .time : .recordedAt
        if criteria.clock == .time, random.chance(50) {
            criteria.since = Instant(nanosecondsSince1970: Int64(random.below(50)), decimals: 9)
        }
        if criteria.clock == .time, random.chance(50) {
            criteria.until = Instant(nanosecondsSince1970: Int64(random.below(50)), decimals: 9)
        }
        return criteria
    }

    /// Whether an event has the properties, decided in another way than the search does.
    private func has(_ event: RecordedEvent, _ criteria: EventCriteria) -> Bool {
        let text = String(decoding: event.data, as: UTF8.self)
        let metadata = String(decoding: event.metadata, as: UTF8.self)
        let time = criteria.clock == .time ? event.time : event.recordedAt
        return (criteria.item.types.isEmpty || criteria.item.types.contains(event.type))
            && (criteria.item.categories.isEmpty || event.stream.text.hasPrefix("s-"))
            && (criteria.item.tags.isEmpty || event.tags == ["x"])
            && (criteria.stream == nil || criteria.stream == event.stream)
            && (criteria.texts.isEmpty || text.contains("N1"))
            && criteria.fields.allSatisfy { has(text, metadata, $0) }
            && (criteria.ids.isEmpty || criteria.ids.contains { has(event.id, $0) })
            && event.position > criteria.after && event.position <= criteria.upTo
            && (criteria.since.map { time >= $0 } ?? true) && (criteria.until.map { time <= $0 } ?? true)
    }

    /// Whether an event satisfies one of the two conditions that are generated.
    private func has(_ data: String, _ metadata: String, _ field: FieldCondition) -> Bool {
        if case .equals(let number) = field.comparison { return data.contains(#""n":\#(number),"#) }
        return metadata.contains(#""actor":"a"#)
    }

    /// Whether an id is the whole one, or begins with the one digit that is generated.
    private func has(_ id: EventID, _ prefix: IDPrefix) -> Bool {
        if let whole = prefix.whole { return whole == id }
        return prefix == IDPrefix(String(id.description.prefix(1)))
    }

    @Test("what is found is what a filter over the whole log finds, all, first and last", arguments: 0..<40)
    func property(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let store = try await Self.store(&random)
        var all: [RecordedEvent] = []
        for try await event in store.readLog() { all.append(event) }
        for _ in 0..<10 {
            let criteria = try Self.criteria(&random, ids: all.map(\.id))
            let expected = all.filter { has($0, criteria) }
            // A store that cannot be read in place fetches its events.
            for store in [store as any EventStore, UnmappedStore(store)] {
                let search = EventSearch(in: store, for: criteria, batch: SearchBatch(events: 7, bytes: 64))
                for (extent, wanted) in [
                    (EventSearch.Extent.all, expected), (.first(3), Array(expected.prefix(3))),
                    (.last(3), Array(expected.suffix(3))),
                ] {
                    var found: [Position] = []
                    try await search.forEach(extent) { found.append($0.position) }
                    #expect(found == wanted.map(\.position), "\(criteria) \(extent)")
                }
                #expect(try await search.fold(into: 0) { count, _ in count += 1 } == expected.count, "\(criteria)")
                // In parts that are read at the same time, and are joined in order.
                for readers in [1, 2, 5, 100] {
                    let search = EventSearch(
                        in: store, for: criteria, batch: SearchBatch(events: 3, bytes: 64), readers: readers)
                    let found = try await search.fold(into: [Position](), merging: +=) { $0.append($1.position) }
                    #expect(found == expected.map(\.position), "\(criteria), \(readers) readers")
                }
            }
        }
    }

    @Test("of several damages the first is reported, in however many parts the log is read", arguments: [1, 2, 5, 50])
    func firstDamage(readers: Int) async throws {
        let store = InMemoryEventStore()
        try await store.append((0..<50).map { _ in EventData(type: "T", data: []) }, to: "s-1")
        for damaged in [[24], [24, 26], [26, 49, 50], [1, 2], [50]] as [Set<Position>] {
            let search = EventSearch(
                in: DamagedLogStore(store, at: damaged), for: EventCriteria(), batch: SearchBatch(events: 3, bytes: 64),
                readers: readers)
            let error = await #expect(throws: EventStoreError.self) {
                try await search.fold(into: 0, merging: +=) { count, _ in count += 1 }
            }
            #expect(error?.position == damaged.min(), "\(damaged)")
        }
    }

    @Test("a position beyond the head and an impossible stream are refused before anything is read")
    func refused() async throws {
        let store = InMemoryEventStore()
        var criteria = EventCriteria()
        criteria.after = 1
        let beyond = criteria
        await #expect(throws: EventStoreError.self) {
            _ = try await EventSearch(in: store, for: beyond).fold(into: 0) { count, _ in count += 1 }
        }
        criteria = EventCriteria()
        criteria.stream = ""
        let unnamed = criteria
        await #expect(throws: EventStoreError.self) {
            _ = try await EventSearch(in: store, for: unnamed).fold(into: 0) { count, _ in count += 1 }
        }
    }

    @Test("a bound on the time of recording is found by the log's order")
    func recorded() async throws {
        let clock = ManualTimeSource(Instant(nanosecondsSince1970: 1_000, decimals: 9))
        let store = InMemoryEventStore(timeSource: clock)
        for moment in [1_000, 1_000, 2_000, 3_000, 3_000, 4_000] as [Int64] {
            clock.set(Instant(nanosecondsSince1970: moment, decimals: 9))
            try await store.append([EventData(type: "T", data: [])], to: "s")
        }
        func positions(_ since: Int64?, _ until: Int64?) async throws -> [Position] {
            var criteria = EventCriteria()
            criteria.since = since.map { Instant(nanosecondsSince1970: $0, decimals: 9) }
            criteria.until = until.map { Instant(nanosecondsSince1970: $0, decimals: 9) }
            var found: [Position] = []
            try await EventSearch(in: store, for: criteria).forEach(.all) { event in found.append(event.position) }
            return found
        }
        #expect(try await positions(2_000, 3_000) == [3, 4, 5])
        #expect(try await positions(1_001, nil) == [3, 4, 5, 6])
        #expect(try await positions(nil, 999) == [])
        #expect(try await positions(4_001, nil) == [])
        #expect(try await positions(3_000, 2_000) == [])
        #expect(try await positions(.min, .max) == [1, 2, 3, 4, 5, 6])
    }
}
