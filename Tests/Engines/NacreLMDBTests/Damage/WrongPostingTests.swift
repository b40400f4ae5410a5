import DomainKit
import Testing

@testable import Nacre
@testable import NacreLMDB

/// The index, or the tail, leads to an event that has not what it was looked up by.
struct WrongPostingTests {
    private let folder: TemporaryFolder
    private static let count = 35

    /// A log of 35 blocks of one event, each of a stream and a tag of its own; every seventh has one that others have too.
    init() async throws {
        folder = try TemporaryFolder()
        try await Self.fill(folder, "s")
    }

    private static func fill(_ folder: TemporaryFolder, _ category: String) async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: options(isIndexed: true))
        for position in 1...count {
            let tags = ["\(category):\(position)", "all"] + (position % 7 == 0 ? ["\(category):seventh"] : [])
            try await store.append(
                [EventData(id: id(position, category), type: "T", tags: tags.map { Tag($0) }, data: [])],
                to: StreamName("\(category)-\(position)"))
        }
        try store.indexing.catchUpIfWritable()
        await store.close()
    }

    /// An id; of every second position, the store makes it.
    private static func id(_ position: Int, _ category: String = "s") -> EventID? {
        position % 2 == 0 ? nil : EventID(high: category == "s" ? 1 : 2, low: UInt64(position) << 32)
    }

    private static func options(isIndexed: Bool) -> LMDBEventStore.Options {
        var options = LMDBEventStore.Options.unsynced()
        if isIndexed { options.tailLimits = TailLimits(eventsPerGeneration: 1, maxCount: 8) }
        return options
    }

    /// Puts a block of another log in the place of one.
    private func putForeignBlock(at position: Position) async throws {
        let other = try TemporaryFolder()
        try await Self.fill(other, "other")
        let foreign = try RawLog(store: other.store).blocks()[Int(position) - 1]
        try RawLog(store: folder.store).put(foreign.bytes, at: foreign.position)
    }

    private func isDamage(_ error: any Error, at position: Position) -> Bool {
        guard let error = error as? EventStoreError else { return false }
        return error.code == .damaged && error.position == position
    }

    @Test(arguments: [true, false], [7, 14, 21, 28, 35] as [Position])
    func `a replaced block is an error when a posting of the original leads to it`(
        isIndexed: Bool, lost: Position
    ) async throws {
        if !isIndexed { try DerivedFile.discard(at: folder.store + "/index.mdb") }
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options(isIndexed: isIndexed))
        // What is not indexed is in the tail before the log is another.
        let stream = StreamName("s-\(lost)")
        #expect(try await store.version(of: stream) == 1)
        let id = try await store.event(at: lost).id
        try await putForeignBlock(at: lost)
        await #expect { try await store.version(of: stream) } throws: { isDamage($0, at: lost) }
        await #expect { try await store.read(stream).collect() } throws: { isDamage($0, at: lost) }
        await #expect { try await store.read(stream, .backward(), limit: 1).collect() } throws: {
            isDamage($0, at: lost)
        }
        await #expect { try await store.event(withID: id) } throws: { isDamage($0, at: lost) }
        for order in [.forward(), .backward(from: nil), .backward(from: lost)] as [ReadOrder] {
            await #expect {
                try await store.readLog(order, matching: .tagged("s:\(lost)")).collect()
            } throws: {
                isDamage($0, at: lost)
            }
        }
        let condition = AppendCondition(failIfEventsMatch: .tagged("s:\(lost)", "all"))
        await #expect {
            try await store.append(
                Commit(
                    entries: [.init(stream: "s-50", event: EventData(type: "T", data: []))], conditions: [condition]))
        } throws: {
            isDamage($0, at: lost) && ($0 as? EventStoreError)?.outcome == .notWritten
        }
        // What leads elsewhere is as it was.
        #expect(try await store.version(of: "s-22") == 1)
        #expect(try await store.readLog(matching: .tagged("s:20")).collect().map(\.position) == [20])
        await store.close()
    }

    @Test(arguments: [true, false], [7, 21, 35] as [Position])
    func `events before a replaced block are returned, then the error is thrown`(
        isIndexed: Bool, lost: Position
    ) async throws {
        if !isIndexed { try DerivedFile.discard(at: folder.store + "/index.mdb") }
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options(isIndexed: isIndexed))
        #expect(try await store.version(of: "s-1") == 1)
        try await putForeignBlock(at: lost)
        let sevenths = Array(stride(from: Position(7), through: 35, by: 7))
        for (order, before) in [
            (.forward(), sevenths.filter { $0 < lost }),
            (.backward(from: nil), sevenths.filter { $0 > lost }.reversed()),
            (.backward(from: lost), []),
        ] as [(ReadOrder, [Position])] {
            var found: [Position] = []
            await #expect {
                for try await event in store.readLog(order, matching: .tagged("s:seventh")) {
                    found.append(event.position)
                }
            } throws: {
                isDamage($0, at: lost)
            }
            #expect(found == before)
        }
        await store.close()
    }

    @Test(arguments: [true, false], [8, 22, 34] as [Position])
    func `a generated id is not recorded again if its block was replaced`(
        isIndexed: Bool, lost: Position
    ) async throws {
        if !isIndexed { try DerivedFile.discard(at: folder.store + "/index.mdb") }
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options(isIndexed: isIndexed))
        let event = try await store.event(at: lost)
        let repetition = Commit(
            [EventData(id: event.id, type: event.type, tags: event.tags, data: event.data)], to: event.stream)
        #expect(try await store.append(repetition).wasAlreadyCommitted)
        try await putForeignBlock(at: lost)
        await #expect { try await store.append(repetition) } throws: {
            isDamage($0, at: lost) && ($0 as? EventStoreError)?.outcome == .notWritten
        }
        #expect(try await store.head() == Position(Self.count))
        await store.close()
    }

    @Test func `several replaced blocks are detected from each of them`() async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options(isIndexed: true))
        for position in 18...24 as ClosedRange<Position> { try await putForeignBlock(at: position) }
        for position in 18...24 as ClosedRange<Position> {
            await #expect { try await store.version(of: StreamName("s-\(position)")) } throws: {
                isDamage($0, at: position)
            }
        }
        #expect(store.indexing.recoveries == 0)
        #expect(try await store.version(of: "s-30") == 1)
        await store.close()
    }

    /// Makes an index whose postings of one kind say that each event is at the next position.
    private func shiftIndex(_ kind: TermKind) async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options(isIndexed: true))
        let (id, end) = (store.id, try await store.checkpoint(at: Position(Self.count)))
        let events = try await store.readLog().collect()
        await store.close()
        try makeIndex(of: events, shifting: kind, id, end)
    }

    private func makeIndex(
        of events: [RecordedEvent], shifting kind: TermKind, _ id: StoreID, _ end: Checkpoint
    ) throws {
        let path = folder.store + "/index.mdb"
        try DerivedFile.discard(at: path)
        let index = try IndexFile.open(at: path, storeID: id, mapSize: 64 << 20, notice: { _ in })
        defer { index.close() }
        func postings(_ of: TermKind, _ hashes: (RecordedEvent) -> [UInt64]) -> [Posting] {
            events.flatMap { event in
                hashes(event).map { hash in
                    Posting(
                        hash: hash, position: of == kind ? event.position % Position(Self.count) + 1 : event.position)
                }
            }
        }
        _ = try index.extend { _ in
            IndexBatch(
                streams: postings(.stream) { [Checksum.of($0.stream.text)] },
                ids: postings(.id) { [$0.id.indexHash] }, types: postings(.type) { [Checksum.of($0.type.text)] },
                categories: postings(.category) { [Checksum.of($0.stream.category)] },
                tags: postings(.tag) { $0.tags.map { Checksum.of($0.text) } }, end: end)
        }
    }

    @Test(arguments: [TermKind.stream, .id, .tag])
    func `an index with a wrong posting is rebuilt, and the answer is the log's`(
        kind: TermKind
    ) async throws {
        try await shiftIndex(kind)
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options(isIndexed: true))
        switch kind {
        case .stream:
            #expect(try await store.read("s-21").collect().map(\.position) == [21])
        case .id:
            #expect(try await store.event(withID: try #require(Self.id(21)))?.position == 21)
        default:
            #expect(try await store.readLog(matching: .tagged("s:21")).collect().map(\.position) == [21])
        }
        #expect(store.indexing.recoveries == 1)
        await store.close()
    }
}
