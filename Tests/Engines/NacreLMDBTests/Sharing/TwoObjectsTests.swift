import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Two stores in one process over one folder.
@Suite(.fewAtOnce) struct TwoObjectsTests {
    @Test func `two objects on one folder see each other's commits`() async throws {
        let folder = try TemporaryFolder()
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 64, maxCount: 512)
        let stores = [
            try await LMDBEventStore.open(at: folder.store, options: options),
            try await LMDBEventStore.open(at: folder.store, options: options),
        ]
        #expect(stores[0].id == stores[1].id)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let writer = stores[task % 2]
                    let reader = stores[(task + 1) % 2]
                    let stream = StreamName("s-\(task)")
                    for number in 1...100 {
                        let event = EventData(id: .random(), type: "T", data: [UInt8(number)])
                        let result = try await writer.append(
                            [event], to: stream, expecting: .exact(StreamVersion(number - 1)))
                        let version = try await reader.version(of: stream)
                        #expect(version == StreamVersion(number))
                        let found = try await reader.event(withID: try #require(event.id))
                        #expect(found?.position == result.lastPosition)
                        let repeated = try await reader.append([event], to: stream, expecting: .noStream)
                        #expect(repeated.wasAlreadyCommitted)
                        #expect(repeated.positions == result.positions)
                    }
                }
            }
            try await group.waitForAll()
        }
        for store in stores {
            #expect(try await store.head() == 800)
            let findings = Notices()
            _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
            #expect(findings.all == [])
        }
        await stores[0].close()
        // The file stays open for the other.
        try await stores[1].append([EventData(type: "T", data: [])], to: "s-0", expecting: .exact(100))
        await stores[1].close()
    }

    @Test func `an object uses an index that another object has filled`()
        async throws
    {
        let folder = try TemporaryFolder()
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 10, maxCount: 1_000)
        let late = try await LMDBEventStore.open(at: folder.store, options: options)
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        for number in 1...300 {
            try await store.append([EventData(type: "T", data: [])], to: StreamName("s-\(number % 3)"))
        }
        try await store.catchUpIndex()
        try await store.append([EventData(type: "T", data: [])], to: "s-2")
        try #require(try await store.statistics().indexedUpTo > 100)
        await store.close()
        try #require(late.lookup.tail.coverage.end == 0)
        // Indexed events are not read again: an event damaged there is not found.
        let block = try #require(try RawLog(store: folder.store).blocks().first { $0.position == 100 })
        try RawLog(store: folder.store).damage(block.bytes, at: [UInt8].headerByte)
        #expect(try await late.version(of: "s-2") == 101)
        await #expect(throws: EventStoreError.self) { try await late.event(at: 100) }
        await late.close()
    }

    @Test func `competing tasks of two objects conflict correctly and lose nothing`() async throws {
        let folder = try TemporaryFolder()
        let stores = [
            try await LMDBEventStore.open(at: folder.store, options: .unsynced()),
            try await LMDBEventStore.open(at: folder.store, options: .unsynced()),
        ]
        let written = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var written = 0
                    while written < 25 {
                        let version = try await stores[task % 2].version(of: "shared-1")
                        do {
                            try await stores[task % 2].append(
                                [EventData(type: "T", data: [])], to: "shared-1", expecting: .exact(version))
                            written += 1
                        } catch let error as EventStoreError where error.code == .conflict {
                            guard case .expectation(_, _, let actual)? = error.violations.first else { throw error }
                            #expect(actual > version)
                        }
                    }
                    return written
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(written == 200)
        for store in stores {
            #expect(try await store.read("shared-1").collect().map(\.version) == Array(1...200))
            await store.close()
        }
    }
}
