import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// A store whose log has failed while its journal holds events, beside another opening in the same process.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct FailedStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ change: (inout LMDBEventStore.Options) -> Void = { _ in }) async throws -> LMDBEventStore {
        var options = LMDBEventStore.Options.undrained(fileBytes: 1 << 20)
        change(&options)
        return try await LMDBEventStore.open(at: folder.store, options: options)
    }

    /// A store with ten events in its journal alone, whose log cannot be written any more.
    private func failedStore() async throws -> LMDBEventStore {
        let store = try await open()
        try await store.appendUntilJournaling()
        try await append(10, to: store)
        store.journaling?.failDraining(.appendsStopped(EventStoreError(.diskFull, "planted"), outcome: .notWritten))
        return store
    }

    private func append(_ count: Int, to store: LMDBEventStore) async throws {
        for _ in 0..<count { try await store.append([EventData(type: "T", data: [])], to: "s-1") }
    }

    @Test func `it can be opened again before the failed object is closed, and both show the same events`()
        async throws
    {
        let failed = try await failedStore()
        let events = try await failed.readLog().collect()
        let reopened = try await open()
        #expect(try await reopened.readLog().collect() == events)
        #expect(try await failed.readLog().collect() == events)
        try await append(5, to: reopened)
        let more = try await reopened.readLog().collect()
        #expect(more.count == events.count + 5)
        #expect(try await failed.readLog().collect() == more)
        let error = await #expect(throws: EventStoreError.self) { try await append(1, to: failed) }
        #expect(error?.code == .appendsStopped)
        await failed.close()
        // Alone, it uses the journal again.
        try await reopened.appendUntilJournaling()
        try await append(5, to: reopened)
        let all = try await reopened.readLog().collect()
        await reopened.close()
        let again = try await open()
        #expect(try await again.readLog().collect() == all)
        await again.close()
    }

    @Test func `verifying it ends neither the use of the journal nor its appends`() async throws {
        let store = try await failedStore()
        let before = try await store.head()
        _ = try await store.verify(progress: { _, _ in }, finding: { Issue.record("\($0)") })
        #expect(store.isJournaling)
        try await append(1, to: store)
        #expect(try await store.head() == before + 1)
        await store.close()
        let again = try await open()
        #expect(try await again.head() == before + 1)
        await again.close()
    }

    @Test func `a hand-over waits while another program keeps LMDB's write lock, and appends go on`() async throws {
        let store = try await open { $0.writeLockTimeout = .milliseconds(20) }
        try await store.appendUntilJournaling()
        let held = try await HeldWrite(of: store.environment)
        let other = Task { try await open() }
        while store.journaling?.statistics.handOvers == 0 { try await Task.sleep(for: .milliseconds(1)) }
        // The first of them meets the attempt to end the use.
        try await append(20, to: store)
        #expect(store.isJournaling)
        held.end()
        let second = try await other.value
        #expect(try await second.head() == store.head())
        try await append(1, to: store)
        try await append(1, to: second)
        let events = try await store.readLog().collect()
        await store.close()
        await second.close()
        let again = try await open()
        #expect(try await again.readLog().collect() == events)
        await again.close()
    }

    @Test func `a write lock that is not free in time is no failure of the log, and other errors of LMDB are`() {
        func error(_ code: LMDBError.Code) -> LMDBError { LMDBError(code: code, call: "mdb_txn_commit", message: "") }
        for code in [LMDBError.Code.lockTimeout, .waitEnded] {
            #expect(!error(code).isLogFailure)
            #expect(!EventStoreError(.locked, "", cause: error(code)).isLogFailure)
        }
        #expect(error(.panic).isLogFailure)
        #expect(EventStoreError(.inputOutput, "", cause: error(.panic)).isLogFailure)
        #expect(!EventStoreError(.inputOutput, "the journal cannot be written").isLogFailure)
    }

    @Test func `a use that could not end, because a program kept LMDB's write lock, goes on draining`() async throws {
        let store = try await open {
            $0.writeLockTimeout = .milliseconds(20)
            $0.journal.idleTime = 300_000_000
            $0.journal.drainInterval = 1_000_000
            // The end is not tried again.
            $0.journal.busyPeriod = 600_000_000_000
        }
        try await store.appendUntilJournaling()
        let held = try await HeldWrite(of: store.environment)
        try await store.wait { $0.journaling?.state.withLock { $0.failedEnds } == 1 }
        try await append(1, to: store)
        #expect(store.journaling?.statistics.pendingBytes != 0)
        held.end()
        try await store.wait { $0.journaling?.statistics.pendingBytes == 0 }
        #expect(store.isJournaling)
        await store.close()
        #expect(try !LeftJournal(store: folder.store).isInUse)
    }

    @Test func `closing waits for a drain, however long it takes, and leaves an empty mark`() async throws {
        let store = try await open {
            $0.writeLockTimeout = .milliseconds(20)
            // So that the journal's thread sleeps meanwhile, and does not reset what is planted.
            $0.journal.lookInterval = 600_000_000_000
        }
        try await store.appendUntilJournaling()
        try await append(10, to: store)
        let events = try await store.readLog().collect()
        let journaling = try #require(store.journaling)
        journaling.state.withLock { $0.isAtWork = true }
        let closing = Task { await store.close() }
        try await Task.sleep(for: .milliseconds(1_500))
        #expect(store.isJournaling)
        journaling.state.withLock { $0.isAtWork = false }
        journaling.state.broadcast()
        await closing.value
        #expect(try !LeftJournal(store: folder.store).isInUse)
        let again = try await open()
        #expect(try await again.readLog().collect() == events)
        await again.close()
    }

    @Test func `large groups keep the journal in use as frames do`() async throws {
        let store = try await open {
            $0.journal.idleTime = 2_000_000_000
            $0.journal.directBytes = 1_000
        }
        let large = EventData(type: "T", data: [UInt8](repeating: 1, count: 2_000))
        var longest = Duration.seconds(2)
        var uses: Int?
        var isInUse = false
        // A machine under load may stop the test itself for longer than the journal waits.
        while longest > .seconds(1) {
            if !store.isJournaling { try await store.appendUntilJournaling() }
            uses = store.journaling?.statistics.uses
            longest = .zero
            let end = ContinuousClock.now + .seconds(3)
            while ContinuousClock.now < end {
                let start = ContinuousClock.now
                try await store.append([large], to: "s-1")
                isInUse = store.isJournaling
                longest = max(longest, start.duration(to: .now))
            }
        }
        #expect(store.journaling?.statistics.uses == uses)
        #expect(isInUse)
        await store.close()
    }
}
