import Nacre
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

/// Streams, ids, types, categories and tags of which two have the same hash.
@Suite(.fewAtOnce) struct HashCollisionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A log of many commits, indexed up to a position; the rest is in the tail.
    private func store(
        _ events: [(stream: StreamName, event: EventData)], indexedUpTo indexed: Int
    ) async throws -> LMDBEventStore {
        var options = LMDBEventStore.Options.unsynced()
        options.indexLimits = IndexLimits(
            segmentsPerStep: 3, segmentsPerBatch: 1 << 16, deletionsPerStep: 5, postingsPerSegment: 4)
        options.tailLimits = TailLimits(eventsPerGeneration: 1, maxCount: 1)
        let first = try await LMDBEventStore.open(at: folder.store, options: options)
        for entry in events.prefix(indexed) { try await first.append([entry.event], to: entry.stream) }
        try first.indexing.catchUpIfWritable()
        await first.close()
        options.tailLimits = TailLimits()
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        for entry in events.dropFirst(indexed) { try await store.append([entry.event], to: entry.stream) }
        return store
    }

    @Test func `the names and ids collide`() {
        let names = Collisions.streams.map(\.text) + Collisions.names
        for first in stride(from: 0, to: names.count, by: 2) {
            #expect(Checksum.of(names[first]) == Checksum.of(names[first + 1]))
        }
        for number in 0..<100 as Range<UInt64> {
            let ids = Collisions.ids(number &* 0x0123_4567_89AB)
            #expect(ids[0].indexHash == ids[1].indexHash)
            #expect(ids[0] != ids[1])
        }
    }

    @Test(arguments: [0, 1, 30, 60])
    func `streams whose hashes collide are distinguished`(indexed: Int) async throws {
        let store = try await store(
            (0..<60).map { index in
                (Collisions.streams[index * index % 7], EventData(id: .random(), type: "T", data: []))
            }, indexedUpTo: indexed)
        try await check(store, streams: Collisions.streams)
        await store.close()
    }

    @Test(arguments: [0, 1, 2, 3, 4])
    func `a short stream that shares its hash with a longer one is read from any version`(indexed: Int) async throws {
        let (other, stream) = (Collisions.streams[0], Collisions.streams[1])
        let store = try await store(
            [other, stream, stream, stream].map { ($0, EventData(id: .random(), type: "T", data: [])) },
            indexedUpTo: indexed)
        try await check(store, streams: [stream, other])
        await store.close()
    }

    @Test(arguments: [0, 1, 25, 50])
    func `events whose ids' hashes collide are distinguished and appended once`(indexed: Int) async throws {
        let ids = (0..<25).flatMap { Collisions.ids($0 * 0x0123_4567) }
        let events = ids.map { (stream: StreamName("s-1"), event: EventData(id: $0, type: "T", data: [])) }
        let store = try await store(events, indexedUpTo: indexed)
        for (index, id) in ids.enumerated() {
            #expect(try await store.event(withID: id)?.position == Position(index + 1))
            let again = try await store.append([events[index].event], to: "s-1")
            #expect(again.wasAlreadyCommitted)
            #expect(again.positions == [Position(index + 1)])
        }
        #expect(try await store.head() == Position(ids.count))
        await store.close()
    }

    @Test(arguments: [0, 1, 90, 200])
    func `terms whose hashes collide are distinguished`(indexed: Int) async throws {
        var random = SeededGenerator(seed: 22)
        func name() -> String { Collisions.names.randomElement(using: &random) ?? "" }
        let store = try await store(
            try (0..<200).map { _ in
                let tags = Set([name(), name()]).sorted().map { Tag($0) }
                var event = EventData(type: EventType(name()), tags: tags, data: [])
                try event.add(EventContext(correlationID: name(), causationID: name(), actor: name()))
                return (stream: StreamName("\(name())-1"), event: event)
            }, indexedUpTo: indexed)
        let events = try await store.readLog().collect()
        for number in 0..<300 {
            let parts = number % 63 + 1
            let query = Query([
                Query.Item(
                    types: parts & 1 > 0 ? [EventType(name())] : [], categories: parts & 2 > 0 ? [name()] : [],
                    tags: parts & 4 > 0 ? [Tag(name())] : [], correlations: parts & 8 > 0 ? [name()] : [],
                    causations: parts & 16 > 0 ? [name()] : [], actors: parts & 32 > 0 ? [name()] : [])
            ])
            let matching = events.filter(query.matches).map(\.position)
            #expect(try await store.readLog(matching: query).collect().map(\.position) == matching, "\(query)")
            let backward = try await store.readLog(.backward(from: nil), matching: query).collect().map(\.position)
            #expect(backward == matching.reversed(), "\(query)")
        }
        await store.close()
    }

    private func check(_ store: LMDBEventStore, streams: [StreamName]) async throws {
        let events = try await store.readLog().collect()
        for stream in streams {
            let expected = events.filter { $0.stream == stream }
            #expect(try await store.version(of: stream) == StreamVersion(expected.count))
            for version in 0...expected.count {
                let forward = try await store.read(stream, .forward(after: StreamVersion(version))).collect()
                #expect(forward == Array(expected[version...]))
                let backward = try await store.read(stream, .backward(from: StreamVersion(version))).collect()
                #expect(backward == expected[..<version].reversed())
            }
            // Those of other streams do not count.
            for limit in [1, 2, 17] {
                #expect(
                    try await store.read(stream, .forward(), limit: limit).collect() == Array(expected.prefix(limit)))
                #expect(
                    try await store.read(stream, .backward(), limit: limit).collect()
                        == Array(expected.reversed().prefix(limit)))
            }
        }
    }
}
