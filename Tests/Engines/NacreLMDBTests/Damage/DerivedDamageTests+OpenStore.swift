import Foundation
import Nacre
import TestFolders
import Testing

@testable import NacreLMDB

/// Damage of `index.mdb` while the store is open.
extension DerivedDamageTests {
    @Test func `an index whose tree is damaged while the store is open is recreated, and appends continue`()
        async throws
    {
        let notices = Logged()
        let (folder, events) = try await Self.closedStore()
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options(notices))
        try Self.clearTree(of: folder.store + "/index.mdb")
        #expect(try await store.statistics().head == Position(events.count))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (stream, expected) in Dictionary(grouping: events, by: \.stream) {
                group.addTask {
                    let read = try await store.read(stream).collect()
                    // A read that waited for the index may find newer events too.
                    #expect(read.starts(with: expected))
                }
            }
            group.addTask {
                var generator = CommitGenerator(seed: 40)
                generator.streams = 500
                for _ in 0..<60 { try await store.append(generator.commit()) }
            }
            try await group.waitForAll()
        }
        #expect(notices.all.count == 1, "\(notices.all)")
        let all = try await store.readLog().collect()
        #expect(all.count > events.count)
        await store.close()
        try await Self.expectAnswers(from: folder, all, notices: 0, "the rebuilt one is sound")
    }

    @Test func `lookups wait for an index that another process rebuilds`() async throws {
        let (folder, events) = try await Self.closedStore(commits: 300)
        var options = Self.options()
        options.tailLimits = TailLimits(eventsPerGeneration: 16, maxCount: 64)
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        let other = try await LMDBEventStore.open(at: folder.store, options: options)
        #expect(events.count > 1_000)
        try await store.pool.run { try other.index.reset() }
        for (stream, expected) in Dictionary(grouping: events, by: \.stream) {
            #expect(try await store.read(stream).collect() == expected)
            let coverage = store.indexing.tail.coverage
            #expect(coverage.end - coverage.floor <= 2 * 64 + 2 * 16)
        }
        try await store.pool.run { try other.index.reset() }
        try await store.append([EventData(id: .random(), type: "T", data: [])], to: "new-1", expecting: .noStream)
        #expect(try await store.version(of: "new-1") == 1)
        await store.close()
        await other.close()
    }

    @Test func `an index that stays damaged is an error with the file and the remedy`()
        async throws
    {
        let notices = Logged()
        let (folder, _) = try await Self.closedStore()
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options(notices))
        let error = await #expect(throws: EventStoreError.self) {
            try await store.pool.run { try store.indexing.blockingLookup { throw UnusableIndex("its disk is bad") } }
        }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.contains(folder.store + "/index.mdb") == true)
        #expect(error?.message.contains("its disk is bad") == true)
        #expect(error?.message.contains("delete the file") == true)
        #expect(notices.all.count == Indexing.maxRebuilds)
        await store.close()
    }

    @Test func `an index damaged while the store is open is rebuilt during reads`() async throws {
        let notices = Logged()
        let (folder, events) = try await Self.closedStoreOfPages()
        let store = try await LMDBEventStore.open(at: folder.store, options: Self.options(notices))
        // In place and through the file: what is mapped changes under the store.
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: folder.store + "/index.mdb"))
        let whole = try #require(try handle.readToEnd())
        for page in 2..<whole.count / 4_096 where isOverflow(page, of: whole) {
            try handle.seek(toOffset: UInt64(page * 4_096 + 100))
            try handle.write(contentsOf: [UInt8](repeating: 0x5A, count: 100))
        }
        try handle.close()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (stream, expected) in Dictionary(grouping: events, by: \.stream) {
                group.addTask {
                    let read = try await store.read(stream).collect()
                    #expect(read == expected)
                }
            }
            group.addTask { try await store.append([EventData(id: .random(), type: "T", data: [])], to: "new-1") }
            try await group.waitForAll()
        }
        // One damage causes one rebuild, however many readers find it.
        #expect(notices.all.count == 1, "\(notices.all)")
        await store.close()
    }
}
