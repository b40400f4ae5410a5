import DomainKit
import Foundation
import InMemoryLogging
import LMDB
import Logging
import Nacre
import NacreTesting
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct LoggingTests {
    private let folder: TemporaryFolder
    private let log = Logged(from: .debug)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() async throws -> LMDBEventStore {
        try await LMDBEventStore.open(at: folder.store, options: .unsynced(logger: log.logger))
    }

    private func events(_ count: Int) -> [EventData] {
        (0..<count).map { EventData(id: .random(), type: "Secret", data: [UInt8(truncatingIfNeeded: $0)]) }
    }

    /// The entries of one message.
    private func entries(_ message: LogMessage) -> [InMemoryLogHandler.Entry] {
        log.entries.filter { "\($0.message)" == message.rawValue }
    }

    @Test func `opening and closing are logged at debug level`() async throws {
        let id: StoreID
        do {
            let store = try await open()
            try await store.append(events(3), to: "s-1")
            id = store.id
            await store.close()
        }
        await (try open()).close()
        let opened = entries(.opened)
        #expect(opened.map(\.metadata["head"]) == ["0", "3"])
        for entry in opened {
            #expect(entry.level == .debug)
            #expect(entry.metadata["store"] == "\(folder.store)")
            #expect(entry.metadata["id"] == "\(id)")
            #expect(entry.metadata["durability"] == "unsynced")
        }
        #expect(entries(.closed).count == 2)
        #expect(log.entries.count == 4)
    }

    @Test func `a missing index is a notice, an unusable one a warning with the reason`() async throws {
        let store = try await open()
        try await store.append(events(3), to: "s-1")
        await store.close()
        let index = folder.store + "/index.mdb"
        try FileManager.default.removeItem(atPath: index)
        await (try open()).close()
        #expect(entries(.indexMissing).map(\.level) == [.notice])
        try Data("not what it was".utf8).write(to: URL(fileURLWithPath: index))
        await (try open()).close()
        #expect(entries(.indexMissing).count == 1)
        #expect(entries(.indexDiscarded).map(\.level) == [.warning])
        #expect(entries(.indexDiscarded).first?.metadata["reason"] != nil)
    }

    @Test func `unusable read models are a warning that names their file`() throws {
        let path = folder.path + "/models.mdb"
        try Data("not what it was".utf8).write(to: URL(fileURLWithPath: path))
        try LMDBReadModelStore.open(at: path, mapSize: 1 << 20, logger: log.logger).close()
        let told = try #require(entries(.readModelsDiscarded).first)
        #expect(told.level == .warning)
        #expect(told.metadata["file"] == "\(path)")
        #expect(told.metadata["reason"] != nil)
    }

    @Test func `an index that cannot be written is a warning at each attempt`() async throws {
        let store = try await open()
        // An index that refuses every batch, as one of another store does, stands for one whose disk fails.
        let index = try IndexFile.open(
            at: folder.path + "/other.mdb", storeID: StoreID(.random()), mapSize: 1 << 20, notice: { _ in })
        let checkpoint = { Checkpoint(storeID: store.id, position: $0, fingerprint: 0) }
        let tail = Tail(from: checkpoint(0), limits: TailLimits(eventsPerGeneration: 4, maxCount: 1_000))
        let indexing = Indexing(
            log: store.environment, index: index, tail: tail, header: store.header, observer: store.observer)
        let thread = try DedicatedThread {
            indexing.run { _ in
            } refused: { _ in
            }
        }
        for round in 1...2 {
            let end = Position(4 * round)
            tail.append(TailPostings(after: end - 4, end: checkpoint(end)))
            while entries(.indexStalled).count < round { try await Task.sleep(for: .milliseconds(1)) }
        }
        tail.stop()
        thread.join()
        #expect(entries(.indexStalled).map(\.level) == [.warning, .warning])
        #expect("\(entries(.indexStalled)[0].metadata)".contains("the batch belongs to store"))
        index.close()
        await store.close()
    }

    @Test func `damage at the end of the log is an error with its position when the store is opened`() async throws {
        let damaged = try await DamagedStore()
        let (_, named) = try damaged.damage(.header, ofBlock: 8)
        let store = try await LMDBEventStore.open(
            at: damaged.folder.store, options: .unsynced(logger: log.logger))
        await store.close()
        #expect(entries(.logDamaged).map(\.level) == [.error])
        #expect(entries(.logDamaged).first?.metadata["position"] == "\(named)")
    }

    @Test func `a clock more than a minute behind the log is a notice, once until it is right again`()
        async throws
    {
        let clock = ManualTimeSource()
        let begin = clock.now()
        func set(_ seconds: Int64) {
            clock.set(
                Instant(
                    nanosecondsSince1970: begin.nanosecondsSince1970 + seconds * 1_000_000_000, decimals: 6))
        }
        let store = try await LMDBEventStore.open(
            at: folder.store, options: .unsynced(timeSource: clock, logger: log.logger))
        // A clock that was wrong once: an hour ahead.
        set(3_600)
        try await store.append(events(1), to: "s-1")
        set(3_540)
        try await store.append(events(1), to: "s-1")
        #expect(entries(.clockBehind).isEmpty)
        for _ in 0..<3 {
            set(1)
            try await store.append(events(1), to: "s-1")
        }
        #expect(entries(.clockBehind).map(\.level) == [.notice])
        #expect(entries(.clockBehind).map(\.metadata["seconds"]) == ["3599"])
        set(3_601)
        try await store.append(events(1), to: "s-1")
        set(3_500)
        try await store.append(events(1), to: "s-1")
        #expect(entries(.clockBehind).map(\.metadata["seconds"]) == ["3599", "101"])
        await store.close()
    }

    @Test func `a subscription that falls behind is logged at debug level, once each time`() async throws {
        let store = try await open()
        var iterator = store.subscribe().makeAsyncIterator()
        #expect(try await iterator.next() == .caughtUp(0))
        let batch = Subscription.maxBatch
        for round in Position(1)...2 {
            let start = (round - 1) * Position(3 * batch)
            try await store.append(events(3 * batch), to: "s-1")
            while let message = try await iterator.next(), message.event != nil {}
            let told = entries(.subscriptionBehind)
            #expect(told.count == Int(round))
            #expect(told.last?.level == .debug)
            #expect(told.last?.metadata["position"] == "\(start + Position(batch))")
            #expect(told.last?.metadata["lag"] == "\(2 * batch)")
        }
        await store.close()
    }

    @Test func `neither event contents nor thrown errors are logged`() async throws {
        let store = try await open()
        let event = events(1)[0]
        try await store.append([event], to: "hidden-1", expecting: .noStream)
        await #expect(throws: EventStoreError.self) {
            try await store.append([event], to: "hidden-2", expecting: .exact(7))
        }
        await store.close()
        let all = log.all.joined()
        let id = try #require(event.id)
        for word in ["Secret", "hidden", "\(id)"] { #expect(!all.contains(word)) }
        #expect(log.entries.allSatisfy { $0.level == .debug })
    }
}
