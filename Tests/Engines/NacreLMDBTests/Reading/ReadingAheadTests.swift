import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct ReadingAheadTests {
    private static let events = 6_000

    private func store(_ folder: TemporaryFolder) async throws -> LMDBEventStore {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for part in 0..<6 {
            let events = (0..<Self.events / 6).map { number in
                EventData(
                    type: EventType("T\(number % 40)"), tags: number % 3 == 0 ? ["t"] : [],
                    data: [UInt8](repeating: UInt8(number & 0xFF), count: number % 50),
                    metadata: number % 5 == 0 ? [1, 2] : [])
            }
            try await store.append(events, to: StreamName("a-stream-of-a-long-name-\(part % 2)"))
        }
        return store
    }

    @Test func `a long read returns the same as reading each event, in both directions`() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder)
        var expected: [RecordedEvent] = []
        for position in 1...Position(Self.events) { expected.append(try await store.event(at: position)) }
        #expect(try await store.readLog().collect() == expected)
        #expect(try await store.readLog(.backward()).collect() == expected.reversed())
        let tagged = expected.filter { $0.tags == ["t"] }
        #expect(try await store.readLog(matching: .tagged("t")).collect() == tagged)
        for stream in ["a-stream-of-a-long-name-0", "a-stream-of-a-long-name-1"] as [StreamName] {
            let own = expected.filter { $0.stream == stream }
            #expect(try await store.read(stream).collect() == own)
            #expect(try await store.read(stream, .backward()).collect() == own.reversed())
        }
        await store.close()
    }

    @Test func `copies of an iterator with read-ahead continue independently`() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder)
        var first = store.readLog().makeAsyncIterator()
        for position in 1...4_000 { #expect(try await first.next()?.position == Position(position)) }
        var second = first
        for position in 4_001...Self.events {
            #expect(try await first.next()?.position == Position(position))
            #expect(try await second.next()?.position == Position(position))
        }
        #expect(try await first.next() == nil)
        #expect(try await second.next() == nil)
        await store.close()
    }

    @Test func `a read with read-ahead throws when the store is closed`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try await store(folder)
        var iterator = store.readLog().makeAsyncIterator()
        for _ in 1...3_000 { _ = try await iterator.next() }
        await store.close()
        await #expect {
            while try await iterator.next() != nil {}
        } throws: {
            ($0 as? EventStoreError)?.code == .closed
        }
    }
}
