import Nacre
import TestTraits
import Testing

@testable import NacreLMDB

/// Streams and ids whose hashes are the same: every posting of one kind stands under one hash.
@Suite(.fewAtOnce) struct HashCollisionTests {
    private static let hash: UInt64 = 0x0102_0304_0506_0708

    /// Look-ups over a log whose postings collide, in the index up to a position and in the tail behind it.
    private struct Colliding {
        private static let limits = IndexLimits(
            segmentsPerStep: 3, segmentsPerBatch: 1 << 16, deletionsPerStep: 5, postingsPerSegment: 4)

        let store: LMDBEventStore
        let index: IndexFile
        let lookup: EventLookup

        init(_ store: LMDBEventStore, _ events: [RecordedEvent], indexedUpTo indexed: Position, in path: String) throws
        {
            self.store = store
            index = try IndexFile.open(
                at: path, storeID: store.id, mapSize: 64 << 20, limits: Self.limits, notice: { _ in })
            let start = Checkpoint(storeID: store.id, position: 0, fingerprint: 0)
            let middle = Checkpoint(storeID: store.id, position: indexed, fingerprint: 0)
            let end = Checkpoint(storeID: store.id, position: Position(events.count), fingerprint: 0)
            let streams = events.map { Posting(hash: HashCollisionTests.hash, position: $0.position) }
            // Under the hash of each id stand all positions.
            let ids = events.flatMap { event in
                Set(events.map(\.id.indexHash)).map { Posting(hash: $0, position: event.position) }
            }
            // Of what queries ask for, every hash is besides where it belongs at every fourth position.
            let (types, categories, tags) = (
                Self.spread(events) { [Checksum.of($0.type.text)] },
                Self.spread(events) { [Checksum.of($0.stream.category)] },
                Self.spread(events) { $0.tags.map { Checksum.of($0.text) } }
            )
            _ = try index.extend { _ in
                IndexBatch(
                    streams: streams.filter { $0.position <= indexed }, ids: ids.filter { $0.position <= indexed },
                    types: types.filter { $0.position <= indexed },
                    categories: categories.filter { $0.position <= indexed },
                    tags: tags.filter { $0.position <= indexed }, end: middle)
            }
            let tail = Tail(from: indexed > 0 ? middle : start)
            tail.append(
                TailPostings(
                    after: indexed, streams: streams.filter { $0.position > indexed },
                    ids: ids.filter { $0.position > indexed }, types: types.filter { $0.position > indexed },
                    categories: categories.filter { $0.position > indexed },
                    tags: tags.filter { $0.position > indexed }, end: end))
            lookup = EventLookup(index: index, tail: tail, storeID: store.id)
        }

        private static func spread(_ events: [RecordedEvent], _ hashes: (RecordedEvent) -> [UInt64]) -> [Posting] {
            let all = Set(events.flatMap(hashes))
            return events.flatMap { event in
                (event.position % 4 == 0 ? all : Set(hashes(event))).map { Posting(hash: $0, position: event.position) }
            }
        }

        func positions(of query: Query, _ order: WalkOrder) throws -> [Position] {
            try looking { (head, snapshot, log) in
                var found: [Position] = []
                var walk = QueryWalk(query, order, behind: 0, upTo: head)
                try walk.run(in: snapshot, log: &log) { record in
                    found.append(record.position)
                    return true
                }
                return found
            }
        }

        func looking<R>(_ body: (Position, borrowing IndexSnapshot, inout LogSnapshot) throws -> R) throws -> R {
            try store.reading { (log) in
                let head = try log.head()
                return try lookup.look(in: &log, head: head) { (snapshot, log) in try body(head, snapshot, &log) }
            }
        }

        func forward(
            _ stream: StreamKey, after version: StreamVersion, limit: Int = .max
        ) throws -> [RecordedEvent] {
            try looking { (head, snapshot, log) in
                var found: [RecordedEvent] = []
                try lookup.forEachRecord(
                    of: stream, after: version, from: nil, upTo: head, limit: limit, in: snapshot, log: &log
                ) { record in
                    found.append(record.recordedEvent())
                    return true
                }
                return found
            }
        }

        func backward(
            _ stream: StreamKey, from version: StreamVersion?, limit: Int = .max
        ) throws -> [RecordedEvent] {
            try looking { (head, snapshot, log) in
                var found: [RecordedEvent] = []
                try lookup.forEachRecordDescending(
                    of: stream, from: version, before: nil, upTo: head, limit: limit, in: snapshot, log: &log
                ) { record in
                    found.append(record.recordedEvent())
                    return true
                }
                return found
            }
        }
    }

    @Test(arguments: [0, 1, 30, 60] as [Position])
    func `streams and ids whose hashes collide are told apart`(indexed: Position) async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        var generator = CommitGenerator(seed: 21)
        generator.streams = 4
        try await store.append(
            Commit(
                entries: (0..<60).map { index in
                    Commit.Entry(stream: "s-\(index * index % 7)", event: generator.event(id: generator.id()))
                }))
        let events = try await store.readLog().collect()
        try check(store, events, indexed, folder)
        await store.close()
    }

    @Test(arguments: [0, 1, 90, 200] as [Position])
    func `types, categories and tags whose hashes collide are told apart`(indexed: Position) async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        var generator = QueryGenerator(seed: 22)
        try await store.append(generator.commit(events: 200...200))
        let events = try await store.readLog().collect()
        let colliding = try Colliding(store, events, indexedUpTo: indexed, in: folder.path + "/colliding.mdb")
        defer { colliding.index.close() }
        for _ in 0..<100 {
            let query = generator.query()
            let matching = events.filter(query.matches).map(\.position)
            #expect(try colliding.positions(of: query, .ascending) == matching, "\(query)")
            #expect(try colliding.positions(of: query, .descending) == matching.reversed(), "\(query)")
        }
        await store.close()
    }

    @Test(arguments: [0, 1, 2, 3, 4] as [Position])
    func `a short stream behind another of its hash is read from any version`(indexed: Position) async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        try await store.append(
            Commit(
                entries: ["b-1", "a-1", "a-1", "a-1"].map {
                    Commit.Entry(stream: $0, event: EventData(id: .random(), type: "T", data: []))
                }))
        try check(store, try await store.readLog().collect(), indexed, folder)
        await store.close()
    }

    private func check(
        _ store: LMDBEventStore, _ events: [RecordedEvent], _ indexed: Position, _ folder: TemporaryFolder
    ) throws {
        let colliding = try Colliding(store, events, indexedUpTo: indexed, in: folder.path + "/colliding.mdb")
        defer { colliding.index.close() }
        for (stream, expected) in Dictionary(grouping: events, by: \.stream) {
            let key = StreamKey(stream, hash: Self.hash)
            let version = try colliding.looking { (head, snapshot, log) in
                try colliding.lookup.version(of: key, upTo: head, in: snapshot, log: &log)
            }
            #expect(version == StreamVersion(expected.count))
            for version in 0...expected.count {
                #expect(try colliding.forward(key, after: StreamVersion(version)) == Array(expected[version...]))
                #expect(
                    try colliding.backward(key, from: StreamVersion(version)) == expected[..<version].reversed())
            }
            #expect(try colliding.backward(key, from: nil) == expected.reversed())
            // Those of other streams do not count.
            for limit in [1, 2, 17] {
                #expect(try colliding.forward(key, after: 0, limit: limit) == Array(expected.prefix(limit)))
                #expect(
                    try colliding.backward(key, from: nil, limit: limit) == Array(expected.reversed().prefix(limit)))
            }
        }
        #expect(try colliding.forward(StreamKey("absent-1", hash: Self.hash), after: 0) == [])
        for event in events {
            let found = try colliding.looking { (head, snapshot, log) in
                try colliding.lookup.record(withID: event.id, upTo: head, in: snapshot, log: &log)?.recordedEvent()
            }
            #expect(found == event)
        }
    }
}
