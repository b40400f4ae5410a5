import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Streams whose events are read in groups: the result equals reading one by one.
@Suite(.fewAtOnce) struct ScatteredStreamTests {
    /// A store of small blocks; every one begins with an event of a stream of its own, and then has events of `s-1`.
    private struct Scattered {
        static let stream: StreamName = "s-1"
        private static var options: LMDBEventStore.Options {
            var options = LMDBEventStore.Options.unsynced()
            options.tailLimits = TailLimits(eventsPerGeneration: 4, maxCount: 4)
            return options
        }

        let folder: TemporaryFolder
        let events: [RecordedEvent]

        /// Creates a store whose blocks have given numbers of events of the stream.
        ///
        /// - Parameters:
        ///   - counts: The number of events in each block.
        ///   - bytes: The size of each event's data.
        /// - Throws: If it cannot be created.
        init(_ counts: [Int], bytes: Int = 1) async throws {
            folder = try TemporaryFolder()
            let store = try await LMDBEventStore.open(at: folder.store, options: Self.options)
            for (block, count) in counts.enumerated() {
                let streams = ["other-\(block)"] + Array(repeating: Self.stream, count: count)
                try await store.append(
                    Commit(
                        entries: streams.enumerated().map { index, stream in
                            Commit.Entry(
                                stream: stream,
                                event: EventData(
                                    type: index % 3 == 2 ? "a-type-of-a-longer-name" : "T",
                                    data: [UInt8](repeating: UInt8(block), count: index == 0 ? 1 : bytes)))
                        }))
            }
            events = try await store.readLog().collect().filter { $0.stream == Self.stream }
            // Events that are not indexed are read on opening, so none of them may be damaged.
            try await store.append(
                Commit(Array(repeating: EventData(type: "T", data: []), count: 8), to: "behind-1"))
            await store.close()
            let indexed = try await LMDBEventStore.open(at: folder.store, options: Self.options)
            #expect(try await indexed.statistics().indexedUpTo >= events.last?.position ?? 0)
            await indexed.close()
        }

        /// The events of the stream, read one after the other, and the position of the failure.
        func read(_ order: ReadOrder, limit: Int? = nil) async throws -> (events: [RecordedEvent], damage: Position?) {
            let store = try await LMDBEventStore.open(at: folder.store, options: Self.options)
            var events: [RecordedEvent] = []
            let damage = try await EventStoreError.damage {
                for try await event in store.read(Self.stream, order, limit: limit) { events.append(event) }
            }
            await store.close()
            return (events, damage)
        }

        /// Changes a byte of a block: in its table, or in the first record of the stream.
        func damage(block: Int, inTable: Bool) throws {
            let bytes = try RawLog(store: folder.store).blocks()[block].bytes
            let place = inTable ? BlockLayout.headerBytes : bytes.recordOffset(1) + RecordLayout.versionOffset + 1
            try RawLog(store: folder.store).damage(bytes, at: place)
        }
    }

    /// Counts of events: one group less one, one, one more, and two.
    private static let counts = [1, 2, 15, 16, 17, 31, 32, 33]

    @Test(arguments: counts)
    func `a stream with one event a block is read in both directions`(count: Int) async throws {
        let scattered = try await Scattered(Array(repeating: 1, count: count))
        #expect(scattered.events.map(\.version) == Array(1...StreamVersion(count)))
        #expect(try await scattered.read(.forward()).events == scattered.events)
        #expect(try await scattered.read(.backward()).events == scattered.events.reversed())
    }

    @Test(arguments: [[33], [1, 20, 1], [15, 2, 15, 2], [3, 0, 7, 1, 0, 12, 40, 1]])
    func `a stream with several events a block is read in both directions`(counts: [Int]) async throws {
        let scattered = try await Scattered(counts)
        #expect(scattered.events.count == counts.reduce(0, +))
        #expect(try await scattered.read(.forward()).events == scattered.events)
        #expect(try await scattered.read(.backward()).events == scattered.events.reversed())
    }

    @Test(arguments: counts)
    func `a limit holds at any place in a group`(limit: Int) async throws {
        let scattered = try await Scattered(Array(repeating: 1, count: 20) + [20])
        let forward = try await scattered.read(.forward(after: 3), limit: limit)
        #expect(forward.events == Array(scattered.events.dropFirst(3).prefix(limit)))
        let backward = try await scattered.read(.backward(from: 38), limit: limit)
        #expect(backward.events == Array(scattered.events.prefix(38).reversed().prefix(limit)))
    }

    @Test(arguments: [0, 1, 7, 14, 15, 16, 20, 38], [true, false])
    func `damage in a group is thrown after the events before it, and only if it is read`(
        block: Int, inTable: Bool
    ) async throws {
        let scattered = try await Scattered(Array(repeating: 1, count: 40))
        try scattered.damage(block: block, inTable: inTable)
        let lost = scattered.events[block].position
        // The table's damage is known by the position of the block.
        let named = inTable ? lost - 1 : lost

        let forward = try await scattered.read(.forward())
        #expect(forward.events == scattered.events.filter { $0.position < lost })
        #expect(forward.damage == named)
        let backward = try await scattered.read(.backward())
        #expect(backward.events == scattered.events.reversed().filter { $0.position > lost })
        #expect(backward.damage == named)
        // A read that ends before it does not find it.
        let before = try await scattered.read(.forward(), limit: max(block, 1))
        #expect(before.damage == (block == 0 ? named : nil))
        #expect(before.events == Array(scattered.events.prefix(block)))
    }

    @Test(arguments: [true, false])
    func `damage after a batch that is full of bytes is thrown by the next batch`(inTable: Bool) async throws {
        // A batch holds 21 of them, five of the second group.
        let scattered = try await Scattered(Array(repeating: 1, count: 30), bytes: 50_000)
        try scattered.damage(block: 25, inTable: inTable)
        let lost = scattered.events[25].position
        let forward = try await scattered.read(.forward())
        #expect(forward.events == Array(scattered.events.prefix(25)))
        #expect(forward.damage == (inTable ? lost - 1 : lost))
        #expect(try await scattered.read(.forward(), limit: 25).damage == nil)
    }

    @Test func `the first of two damaged events in reading order is reported`() async throws {
        let scattered = try await Scattered(Array(repeating: 1, count: 16))
        // The record's damage is found after that of the next block's table.
        try scattered.damage(block: 4, inTable: false)
        try scattered.damage(block: 9, inTable: true)
        let forward = try await scattered.read(.forward())
        #expect(forward.events == Array(scattered.events.prefix(4)))
        #expect(forward.damage == scattered.events[4].position)
        let backward = try await scattered.read(.backward())
        #expect(backward.events == scattered.events.suffix(6).reversed())
        #expect(backward.damage == scattered.events[9].position - 1)
    }
}
