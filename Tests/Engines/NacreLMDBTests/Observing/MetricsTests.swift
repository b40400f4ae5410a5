import CoreMetrics
import Foundation
import MetricsTestKit
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct MetricsTests {
    private let folder: TemporaryFolder
    private let metrics = TestMetrics()
    private let dimensions = [("store", "store")]

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(eventsPerGeneration: Int = 16_384) async throws -> LMDBEventStore {
        var options = LMDBEventStore.Options.unsynced()
        options.metrics = metrics
        options.tailLimits.eventsPerGeneration = eventsPerGeneration
        return try await LMDBEventStore.open(at: folder.store, options: options)
    }

    private func events(_ count: Int) -> [EventData] {
        (0..<count).map { EventData(type: "T", data: [UInt8(truncatingIfNeeded: $0)]) }
    }

    private func count(_ name: MetricName) throws -> Int64 {
        try metrics.expectCounter(name.rawValue, dimensions).totalValue
    }

    private func values(_ name: MetricName) throws -> [Double] {
        try metrics.expectRecorder(name.rawValue, dimensions).values
    }

    private func times(_ name: MetricName) throws -> [Int64] {
        try metrics.expectTimer(name.rawValue, dimensions).values
    }

    /// The present value of a gauge.
    private func gauge(_ name: MetricName) throws -> Double? {
        try metrics.expectGauge(name.rawValue, dimensions).lastValue
    }

    private func wait(until holds: () throws -> Bool) async throws {
        while try !holds() { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func `commits, events and bytes that are written are counted`() async throws {
        let store = try await open()
        for size in 1...5 { try await store.append(events(size), to: "s-1") }
        await store.close()
        #expect(try count(.appendCommits) == 5)
        #expect(try count(.appendEvents) == 15)
        let bytes = try RawLog(store: folder.store).blocks().reduce(0) { $0 + $1.bytes.count }
        #expect(try count(.appendBytes) == Int64(bytes))
    }

    @Test func `counters continue after the store is reopened`() async throws {
        for _ in 0..<2 {
            let store = try await open()
            try await store.append(events(1), to: "s-1")
            await store.close()
        }
        #expect(try count(.appendCommits) == 2)
    }

    @Test func `group sizes add up to the commits, and each group has its times`() async throws {
        let store = try await open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    for _ in 0..<5 { try await store.append(events(2), to: StreamName("s-\(number)")) }
                }
            }
            try await group.waitForAll()
        }
        let groups = store.appendStatistics.groups
        await store.close()
        let sizes = try values(.appendGroupSize)
        #expect(sizes.reduce(0, +) == 320)
        #expect(sizes.allSatisfy { $0 >= 1 })
        #expect(sizes.count == groups)
        #expect(try count(.appendEvents) == 640)
        #expect(try times(.appendSyncTime).count == groups)
        #expect(try times(.appendSyncTime).allSatisfy { $0 > 0 })
        #expect(try times(.appendApplyTime).count == groups)
        #expect(try times(.appendApplyTime).allSatisfy { $0 > 0 })
        // The dispatcher resumes callers of several groups at once if they are waiting.
        #expect((1...groups).contains(try times(.appendResumeTime).count))
        #expect(try times(.appendResumeTime).allSatisfy { $0 >= 0 })
        // A group may write nothing, unlike this one.
        #expect(try times(.appendQueueTime).count == groups)
        #expect(try times(.appendQueueTime).allSatisfy { $0 >= 0 })
    }

    @Test func `a refused append counts as one conflict`() async throws {
        let store = try await open()
        try await store.append(events(1), to: "s-1")
        let refused = Commit {
            Expect("s-1", .noStream)
            Append(EventData(type: "T", data: []), to: "s-1")
            Check("s-2", .streamExists)
            Condition(failIfEventsMatch: .types("T"))
        }
        for _ in 0..<3 {
            let error = await #expect(throws: EventStoreError.self) { try await store.append(refused) }
            #expect(error?.violations.count == 3)
        }
        await store.close()
        #expect(try count(.appendConflicts) == 3)
        #expect(try count(.appendFailures) == 0)
        #expect(try count(.appendCommits) == 1)
    }

    @Test func `an append that fails because of damage counts as a failure`() async throws {
        let damaged = try await DamagedStore()
        try damaged.damage(.header, ofBlock: 8)
        var options = LMDBEventStore.Options.unsynced()
        options.metrics = metrics
        let store = try await LMDBEventStore.open(at: damaged.folder.store, options: options)
        for _ in 0..<2 {
            await #expect(throws: EventStoreError.self) { try await store.append(events(1), to: "s-1") }
        }
        await store.close()
        #expect(try count(.appendFailures) == 2)
        #expect(try count(.appendConflicts) == 0)
    }

    @Test func `an invalid argument does not count as a failure`() async throws {
        let store = try await open()
        await #expect(throws: EventStoreError.self) { try await store.append(Commit(entries: [])) }
        await store.close()
        #expect(try count(.appendFailures) == 0)
    }

    @Test func `the index lag rises with appends and returns to 0`()
        async throws
    {
        let store = try await open(eventsPerGeneration: 4)
        try await store.append(events(3), to: "s-1")
        #expect(try gauge(.indexLag) == 3)
        try await store.append(events(5), to: "s-1")
        try await wait { try gauge(.indexLag) == 0 }
        #expect(try count(.indexEvents) == 8)
        #expect(try times(.indexBatchTime).count >= 1)
        try await store.append(events(2), to: "s-1")
        await store.close()
        let again = try await open(eventsPerGeneration: 4)
        #expect(try gauge(.indexLag) == 2)
        await again.close()
    }

    @Test func `a rebuilt index is counted, and its lag is the whole log until then`() async throws {
        let store = try await open(eventsPerGeneration: 4)
        for _ in 0..<4 { try await store.append(events(4), to: "s-1") }
        try await wait { try gauge(.indexLag) == 0 }
        #expect(try count(.indexRebuilds) == 0)
        try await store.pool.run { [indexing = store.indexing] in
            try indexing.recover(from: UnusableIndex("it is"), since: indexing.recoveries)
        }
        #expect(try count(.indexRebuilds) == 1)
        #expect(try values(.indexLag).max() == 16)
        #expect(try #require(try gauge(.indexLag)) <= 4)
        await store.close()
    }

    @Test func `the lag of a slow subscription rises and returns to 0`() async throws {
        let store = try await open()
        #expect(try metrics.expectGauge(MetricName.subscriptionCount.rawValue, dimensions).values.isEmpty)
        var slow = Optional(store.subscribe().makeAsyncIterator())
        var quick = Optional(store.subscribe().makeAsyncIterator())
        #expect(try gauge(.subscriptionCount) == 2)
        #expect(try await slow?.next() == .caughtUp(0))
        #expect(try await quick?.next() == .caughtUp(0))
        for _ in 0..<3 {
            try await store.append(events(1_000), to: "s-1")
            for _ in 0..<1_000 { #expect(try await quick?.next()?.event != nil) }
        }
        // The slowest subscription determines the lag.
        #expect(try gauge(.subscriptionLag) == 3_000)
        #expect(try await slow?.next()?.event?.position == 1)
        #expect(try gauge(.subscriptionLag) == Double(3_000 - Subscription.maxBatch))
        while let message = try await slow?.next(), message.event != nil {}
        #expect(try gauge(.subscriptionLag) == 0)
        try await store.append(events(5), to: "s-1")
        #expect(try gauge(.subscriptionLag) == 5)
        slow = nil
        quick = nil
        #expect(try gauge(.subscriptionCount) == 0)
        #expect(try gauge(.subscriptionLag) == 0)
        await store.close()
    }

    @Test func `a store without a metrics backend has no instruments`() async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        #expect(store.observer.metrics == nil)
        #expect(!store.queue.isTimed)
        await store.close()
    }

    @Test func `every metric has its documented kind and the store's dimension`() async throws {
        await (try open()).close()
        let names = MetricName.allCases.filter { !$0.isOfProjections }
        for name in names {
            switch name.kind {
            case .counter: _ = try metrics.expectCounter(name.rawValue, dimensions)
            case .gauge: #expect(try !metrics.expectRecorder(name.rawValue, dimensions).aggregate)
            case .recorder: #expect(try metrics.expectRecorder(name.rawValue, dimensions).aggregate)
            case .timer: _ = try metrics.expectTimer(name.rawValue, dimensions)
            }
        }
        #expect(metrics.counters.count + metrics.recorders.count + metrics.timers.count == names.count)
    }
}
