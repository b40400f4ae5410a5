import Nacre
import NacreLMDB
import TestFolders
import TestTraits
import Testing

@Suite(.fewAtOnce) struct ReadingEdgesTests {
    private func store(events: Int, in folder: TemporaryFolder) async throws -> LMDBEventStore {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        guard events > 0 else { return store }
        try await store.append((0..<events).map { EventData(type: "T", data: [UInt8($0 & 0xFF)]) }, to: "s-1")
        return store
    }

    @Test func `the maximum version is beyond every stream, in both directions`() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(events: 3, in: folder)
        #expect(try await store.read("s-1", .forward(after: .max)).collect() == [])
        #expect(try await store.read("s-1", .backward(from: .max)).collect().map(\.version) == [3, 2, 1])
        #expect(try await store.read("s-1", .backward(from: 0)).collect() == [])
        await store.close()
    }

    @Test func `the maximum position is beyond every log`() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(events: 3, in: folder)
        for order in [ReadOrder.forward(after: .max), .backward(from: .max), .forward(after: 4), .backward(from: 4)] {
            await #expect {
                try await store.readLog(order).collect()
            } throws: {
                ($0 as? EventStoreError)?.code == .noSuchPosition
            }
        }
        for position in [0, 4, Position.max] {
            await #expect {
                try await store.event(at: position)
            } throws: {
                ($0 as? EventStoreError)?.code == .noSuchPosition
            }
        }
        await #expect { try await store.checkpoint(at: .max) } throws: {
            ($0 as? EventStoreError)?.code == .noSuchPosition
        }
        await store.close()
    }

    @Test func `an empty log reads as empty in both directions`() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(events: 0, in: folder)
        #expect(try await store.readLog().collect() == [])
        #expect(try await store.readLog(.backward()).collect() == [])
        #expect(try await store.readLog(.backward(from: 0)).collect() == [])
        #expect(try await store.head() == 0)
        #expect(try await store.event(withID: .random()) == nil)
        await store.close()
    }

    @Test func `reads longer than a batch are complete for any limit around the batch sizes`() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(events: 2_500, in: folder)
        for limit in [1, 127, 128, 129, 1_151, 1_152, 1_153, 2_499, 2_500, 2_501] {
            let expected = Array((1...2_500).prefix(limit).map(StreamVersion.init))
            #expect(try await store.read("s-1", .forward(), limit: limit).collect().map(\.version) == expected)
            #expect(
                try await store.readLog(.forward(), matching: .all, limit: limit).collect().map(\.position) == expected)
            let backward = Array((1...2_500).reversed().prefix(limit).map(StreamVersion.init))
            #expect(try await store.read("s-1", .backward(), limit: limit).collect().map(\.version) == backward)
            #expect(
                try await store.readLog(.backward(), matching: .all, limit: limit).collect().map(\.position) == backward
            )
        }
        await store.close()
    }

    @Test func `a read ends at the head when it began`() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(events: 300, in: folder)
        var stream = store.read("s-1").makeAsyncIterator()
        var log = store.readLog().makeAsyncIterator()
        _ = try await stream.next()
        _ = try await log.next()
        try await store.append((0..<300).map { _ in EventData(type: "T", data: []) }, to: "s-1")
        var versions = 1
        while try await stream.next() != nil { versions += 1 }
        var positions = 1
        while try await log.next() != nil { positions += 1 }
        #expect(versions == 300)
        #expect(positions == 300)
        await store.close()
    }

    @Test func `a query finds a few matches among many events`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        var commit = Commit(entries: [])
        for index in 0..<70_000 {
            let type: EventType = index.isMultiple(of: 10_000) ? "Rare" : "Common"
            commit.entries.append(.init(stream: "s-1", event: EventData(type: type, data: [])))
        }
        try await store.append(commit)
        let expected = stride(from: 1, to: 70_000, by: 10_000).map(Position.init)
        #expect(try await store.readLog(matching: .types("Rare")).collect().map(\.position) == expected)
        #expect(
            try await store.readLog(.backward(), matching: .types("Rare"), limit: 3).collect().map(\.position)
                == Array(expected.reversed().prefix(3)))
        await store.close()
    }
}
