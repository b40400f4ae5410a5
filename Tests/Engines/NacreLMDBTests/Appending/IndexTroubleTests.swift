import DomainKit
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Appends while the index, not the log, is damaged or behind.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct IndexTroubleTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func events(_ count: Int) -> [EventData] {
        (0..<count).map { _ in EventData(type: "T", data: []) }
    }

    @Test func `a condition whose events only a closed index knows is refused with nothing written`() async throws {
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 5, maxCount: 10)
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        for _ in 1...100 { try await store.append(events(1), to: "s-1") }
        try await store.catchUpIndex()
        try #require(store.lookup.tail.coverage.floor > 0)
        // The index is closed for good when it could not be rebuilt.
        store.index.close()
        let condition = AppendCondition(failIfEventsMatch: .tagged("t"))
        let error = await #expect(throws: EventStoreError.self) {
            try await store.append(
                Commit(entries: [.init(stream: "s-1", event: events(1)[0])], conditions: [condition]))
        }
        #expect(error?.code == .closed)
        #expect(error?.outcome == .notWritten)
        await store.close()
    }

    @Test func `an append that needs an unreadable index is refused, and others continue`() async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        try await store.append(events(1), to: "known-1")
        // A closed file stands for an unreadable one.
        store.index.close()
        let error = await #expect(throws: EventStoreError.self) {
            try await store.append(events(1), to: "unknown-1", expecting: .noStream)
        }
        #expect(error?.code != .appendsStopped)
        #expect(error?.outcome == .notWritten)
        let result = try await store.append(events(1), to: "known-1", expecting: .exact(1))
        #expect(result.lastPosition == 2)
        await store.close()
    }

    @Test func `an append can be cancelled while earlier ones wait for the index`() async throws {
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 5, maxCount: 10)
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        let held = try await HeldWrite(of: store.index.environment)
        // More than the tail has room for, and the index cannot advance.
        try await store.append(events(20), to: "s-1")
        let waiting = Task { try await store.append(events(1), to: "s-1") }
        while store.queue.load.requests == 0 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        held.end()
        #expect(try await store.append(events(1), to: "s-1").lastPosition == 21)
        await store.close()
    }

    @Test func `requests are judged again after the index was found to be behind`()
        async throws
    {
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 5, maxCount: 10)
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        for _ in 1...100 { try await store.append(events(1), to: "s-1") }
        try await store.catchUpIndex()
        try #require(store.lookup.tail.coverage.floor > 40)
        let log = try await HeldWrite(of: store.environment)
        // As another process does that finds damage in it.
        try await store.pool.run { try store.index.reset() }
        let index = try await HeldWrite(of: store.index.environment)
        // The writer knows the version of the stream; for the condition it needs the index.
        async let expecting = store.append(events(1), to: "s-1", expecting: .exact(100))
        while store.queue.load.requests < 1 { await Task.yield() }
        async let conditional = store.queue.submit(
            AppendRequest(
                PreparedCommit(Commit(events(1), to: "s-1"), now: store.timeSource.now()),
                conditions: ConditionVerdicts([AppendCondition(failIfEventsMatch: .tagged("t"))])))
        while store.queue.load.requests < 2 { await Task.yield() }
        log.end()
        // The writer has found that the index is behind, and catches it up.
        while store.indexing.recovery.withLock({ !$0.isRunning }) {
            // If it was judged without the index, there is nothing to catch up.
            if try await store.head() == 102 { break }
            try await Task.sleep(for: .milliseconds(1))
        }
        index.end()
        #expect(try await expecting.positions == [101])
        #expect(try await conditional.positions == [102])
        #expect(try await store.version(of: "s-1") == 102)
        await store.close()
    }
}
