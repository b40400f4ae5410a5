import DomainKit
import Foundation
import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct ScanningTests {
    /// A copy of an event from a scan.
    private struct Copy: Equatable {
        let position: Position
        let version: StreamVersion
        let stream: [UInt8]
        let type: [UInt8]
        let data: [UInt8]
        let metadata: [UInt8]
        let id: EventID
        let schema: Int
        let nanoseconds: Int64
        let isLastOfCommit: Bool

        init(_ event: borrowing EventView) {
            position = event.position
            version = event.version
            stream = event.streamName.withUnsafeBytes { [UInt8]($0) }
            type = event.typeName.withUnsafeBytes { [UInt8]($0) }
            data = event.data.withUnsafeBytes { [UInt8]($0) }
            metadata = event.metadata.withUnsafeBytes { [UInt8]($0) }
            id = event.id
            schema = event.schema
            nanoseconds = event.nanosecondsSince1970
            isLastOfCommit = event.isLastOfCommit
        }

        init(_ event: RecordedEvent) {
            position = event.position
            version = event.version
            stream = Array(event.stream.text.utf8)
            type = Array(event.type.text.utf8)
            data = event.data
            metadata = event.metadata
            id = event.id
            schema = event.schema
            nanoseconds = event.time.nanosecondsSince1970
            isLastOfCommit = event.isLastOfCommit
        }
    }

    private func copies(_ store: LMDBEventStore, after position: Position = 0) throws -> [Copy] {
        var copies: [Copy] = []
        let last = try store.scan(after: position) { copies.append(Copy($0)) }
        #expect(last == copies.last?.position ?? position)
        return copies
    }

    @Test func `a scan returns every event once, in order and unchanged, from any position`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        #expect(try copies(store) == [])
        var generator = CommitGenerator(seed: 51)
        for _ in 0..<200 { try await store.append(generator.commit()) }
        let expected = try await store.readLog().collect().map(Copy.init)
        #expect(expected.count > 1_000)
        for position in [0, 1, 2, 63, 64, 65, expected.count / 2, expected.count - 1, expected.count] {
            #expect(try copies(store, after: Position(position)) == Array(expected[position...]))
        }
        #expect { try copies(store, after: Position(expected.count) + 1) } throws: {
            ($0 as? EventStoreError)?.code == .noSuchPosition
        }
        await store.close()
    }

    @Test func `an event of a scan can be copied with all fields`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        var generator = CommitGenerator(seed: 52)
        for _ in 0..<50 { try await store.append(generator.commit()) }
        let expected = try await store.readLog().collect()
        let copies = try recorded(store)
        #expect(copies == expected)
        // Times are equal regardless of their decimals.
        #expect(copies.map { "\($0.time) \($0.recordedAt)" } == expected.map { "\($0.time) \($0.recordedAt)" })
        #expect(copies.contains { !$0.tags.isEmpty && !$0.metadata.isEmpty })
        await store.close()
    }

    private func recorded(_ store: LMDBEventStore) throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try store.scan { events.append($0.recorded()) }
        return events
    }

    @Test func `an error of the body ends the scan and is rethrown`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        try await store.append((0..<10).map { _ in EventData(type: "T", data: []) }, to: "s-1")
        #expect(try stopped(store) == [1, 2, 3, 4])
        await store.close()
    }

    private func stopped(_ store: LMDBEventStore) throws -> [Position] {
        var positions: [Position] = []
        #expect(throws: CancellationError.self) {
            try store.scan { event in
                positions.append(event.position)
                if event.position == 4 { throw CancellationError() }
            }
        }
        return positions
    }

    @Test func `a scan during appends ends at the head when it began`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for _ in 0..<300 { try await store.append([EventData(type: "T", data: [1])], to: "s-1") }
        let appending = Task {
            while !Task.isCancelled { try await store.append([EventData(type: "T", data: [1])], to: "s-1") }
        }
        for _ in 0..<30 {
            let before = try await store.head()
            let positions = try scanned(store)
            #expect(positions == Array(1...Position(positions.count)))
            #expect(Position(positions.count) >= before)
        }
        appending.cancel()
        await #expect(throws: CancellationError.self) {
            try await appending.value
            throw CancellationError()
        }
        await store.close()
    }

    @Test func `a scan holds no reader between its transactions`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for _ in 0..<200 { try await store.append([EventData(type: "T", data: [1])], to: "s-1") }
        let small = store.environment.mapSize
        #expect(try mapSizeAtEnd(of: store) > small)
        await store.close()
    }

    /// The map size at the last event of a scan, if it should grow during the scan.
    private func mapSizeAtEnd(of store: LMDBEventStore) throws -> Int {
        let environment = store.environment
        var size = 0
        var growing: DedicatedThread?
        try store.scan { event in
            if event.position == 1 {
                // Growing waits until no transaction is open, and then precedes new ones.
                growing = try DedicatedThread { try? environment.growMap(toAtLeast: environment.mapSize * 2) }
            }
            // One event a block, 64 in a transaction: time for the thread to start waiting.
            if event.position < 64 { usleep(500) }
            size = environment.mapSize
        }
        growing?.join()
        return size
    }
}
