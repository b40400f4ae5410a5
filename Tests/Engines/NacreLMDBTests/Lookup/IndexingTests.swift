import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct IndexingTests {
    private static let limits = TailLimits(eventsPerGeneration: 4, maxCount: 16)

    /// The postings of a number of positions after a given one.
    private func postings(_ count: Int, after position: Position, of store: StoreID) -> TailPostings {
        let end = position + Position(count)
        return TailPostings(
            after: position, streams: (position + 1...end).map { Posting(hash: 7, position: $0) },
            end: Checkpoint(storeID: store, position: end, fingerprint: 0))
    }

    @Test(.timeLimit(.minutes(25)))
    func `appends stop, and waiting ends, if the index cannot be written`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        // An index that refuses every batch, as one of another store does, stands for one whose disk fails.
        let index = try IndexFile.open(
            at: folder.path + "/other.mdb", storeID: StoreID(.random()), mapSize: 1 << 20, notice: { _ in })
        let start = Checkpoint(storeID: store.id, position: 0, fingerprint: 0)
        let tail = Tail(from: start, limits: Self.limits)
        tail.append(postings(40, after: 0, of: store.id))
        let indexing = Indexing(
            log: store.environment, index: index, tail: tail, header: store.header, observer: store.observer)
        let failures = Notices()
        let thread = try DedicatedThread {
            indexing.run {
                failures.add($0.code.description)
            } refused: { _ in
            }
        }
        await withCheckedContinuation { continuation in
            _ = try? DedicatedThread {
                tail.waitForRoom()
                continuation.resume()
            }
        }
        thread.join()
        #expect(failures.all == ["appendsStopped"])
        index.close()
        await store.close()
    }

    @Test func `threads that find the same damage of the index rebuild it once`() async throws {
        let folder = try TemporaryFolder()
        let notices = Logged()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced(logger: notices.logger))
        try await store.append((0..<10).map { _ in EventData(type: "T", data: []) }, to: "s-1")
        let before = store.indexing.recoveries
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await store.pool.run { try store.indexing.recover(from: UnusableIndex("it is"), since: before) }
                }
            }
            try await group.waitForAll()
        }
        #expect(notices.all.count == 1)
        // Later damage causes another rebuild.
        try await store.pool.run { [indexing = store.indexing] in
            try indexing.recover(from: UnusableIndex("it is again"), since: indexing.recoveries)
        }
        #expect(notices.all.count == 2)
        #expect(try await store.version(of: "s-1") == 10)
        await store.close()
    }

    @Test func `a lookup ends with the error if the index cannot be caught up`()
        async throws
    {
        let folder = try await unindexed(300)
        var options = LMDBEventStore.Options.unsynced()
        options.writeLockTimeout = .milliseconds(50)
        // All of it is left to the tail, which then holds less.
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        let held = try await HeldWrite(of: store.index.environment)
        let start = Checkpoint(storeID: store.id, position: 0, fingerprint: 0)
        let tail = Tail(from: start, limits: Self.limits)
        let indexing = Indexing(
            log: store.environment, index: store.index, tail: tail, header: store.header, observer: store.observer)
        let lookup = EventLookup(index: store.index, tail: tail, storeID: store.id)
        await #expect {
            try await store.pool.run {
                var looks = 0
                try indexing.blockingLookup {
                    looks += 1
                    guard looks < 100 else { throw Endless() }
                    try store.environment.withSnapshot { log in
                        try lookup.run(in: &log, head: 300) { (_, _) in }
                    }
                }
            }
        } throws: {
            ($0 as? EventStoreError)?.code == .locked
        }
        held.end()
        await store.close()
    }

    /// A closed store of which nothing is indexed yet.
    private func unindexed(_ events: Int) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for start in stride(from: 0, to: events, by: 10) {
            try await store.append((start..<start + 10).map { _ in EventData(type: "T", data: []) }, to: "s-1")
        }
        await store.close()
        return folder
    }

    @Test func `opening leaves to the tail what fits and indexes the rest`() async throws {
        let folder = try await unindexed(300)
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        #expect(try await store.statistics().indexedUpTo == 0)
        await store.close()
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 10, maxCount: 100)
        let other = try await LMDBEventStore.open(at: folder.store, options: options)
        #expect(try await other.statistics().indexedUpTo >= 200)
        await other.close()
    }

    @Test(.timeLimit(.minutes(25)))
    func `events left by opening are indexed in the background`() async throws {
        let folder = try await unindexed(300)
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 10, maxCount: 1_000)
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        while try await store.statistics().indexedUpTo < 290 {
            #expect(try await store.version(of: "s-1") == 300)
            await Task.yield()
        }
        #expect(try await store.read("s-1").collect().map(\.position) == Array(1...300))
        await store.close()
    }

    @Test func `catchUpIndex indexes events left by opening and records the rate`()
        async throws
    {
        let folder = try await unindexed(300)
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 10, maxCount: 1_000)
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        try await store.catchUpIndex()
        let first = try await store.statistics()
        #expect(first.indexLag <= 10)
        #expect(first.index?.eventsPerSecond ?? 0 > 0)
        #expect(try await store.read("s-1").collect().map(\.position) == Array(1...300))
        await store.close()
        let again = try await LMDBEventStore.open(at: folder.store, options: options)
        let second = try await again.statistics()
        #expect(second.index?.indexedSinceOpening == 0)
        #expect(second.index?.eventsPerSecond ?? 0 > 0)
        #expect(second.index?.eventsPerSecond == second.index?.lastEventsPerSecond)
        await again.close()
    }

    @Test func `the stored rate is that of the previous batch, or of the first one`() {
        #expect(BatchTiming(known: 1_234.5).eventsPerSecond(of: 1, since: .now) == 1_234)
        #expect(BatchTiming(known: 0.2).eventsPerSecond(of: 1, since: .now) == 1)
        #expect(BatchTiming(known: 1e12).eventsPerSecond(of: 1, since: .now) == .max)
        #expect(BatchTiming().eventsPerSecond(of: 500, since: .now - .seconds(1)) <= 500)
        #expect(BatchTiming.rate(of: 500, in: .milliseconds(250)) == 2_000)
    }

    @Test func `a batch of the index is bounded, however long the tail`() throws {
        let id = StoreID(.random())
        let start = Checkpoint(storeID: id, position: 0, fingerprint: 0)
        let tail = Tail(from: start, limits: Self.limits)
        for position in stride(from: Position(0), to: 400, by: 4) {
            #expect(tail.append(postings(4, after: position, of: id)))
        }
        var checkpoint = start
        while checkpoint.position < 400 {
            let batch = try #require(tail.batch(after: checkpoint))
            #expect(batch.streams.map(\.position) == Array(checkpoint.position + 1...batch.end.position))
            #expect(batch.streams.count <= 16)
            checkpoint = batch.end
        }
        #expect(tail.batch(after: checkpoint) == nil)
    }
}

/// A lookup that restarts repeatedly.
private struct Endless: Error {}
