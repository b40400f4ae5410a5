import Dispatch
import Foundation
import LMDB
import Nacre
import Synchronization
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// A store whose last blocks are pending answers as one that has them in `log.mdb`.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct PendingReadingTests {
    private let folder: TemporaryFolder
    private let options: LMDBEventStore.Options

    /// Stores that index after few events, so that look-ups span index and tail.
    init() throws {
        folder = try TemporaryFolder()
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 8, maxCount: 16)
        options.indexLimits = .tiny
        self.options = options
    }

    /// A history of a few streams in blocks of one to several events, some of which have overflow pages.
    private func history(
        commits: Int, seed: UInt64 = 1
    ) async throws -> (store: PendingStore, events: [RecordedEvent], answers: StoreAnswers) {
        let whole = try await LMDBEventStore.open(at: folder.store, options: options)
        var generator = CommitGenerator(seed: seed)
        generator.streams = 4
        generator.dataBytes = 1_500
        for _ in 0..<commits { try await whole.append(generator.commit(events: 1...5)) }
        let events = try await whole.readLog().collect()
        let answers = try await StoreAnswers(of: whole, events: events)
        return (try await PendingStore(whole, in: folder, options: options), events, answers)
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `every reading call answers the same, however many of the last blocks are pending`(
        seed: UInt64
    ) async throws {
        let (pending, events, answers) = try await history(commits: 12, seed: seed)
        let count = pending.blocks.count
        #expect(count >= 12)
        for held in 0...count {
            let store = try await pending.open(holding: held, pending: held..<count)
            let found = try await StoreAnswers(of: store, events: events)
            #expect(found.differences(from: answers) == [], "\(count - held) pending")
            await store.close()
        }
    }

    @Test func `pending blocks that are in the log by now appear once`() async throws {
        let (pending, events, answers) = try await history(commits: 8)
        let count = pending.blocks.count
        for held in [1, count / 2, count] {
            for first in [0, held - 1] {
                let store = try await pending.open(holding: held, pending: first..<count)
                let found = try await StoreAnswers(of: store, events: events)
                #expect(found.differences(from: answers) == [], "\(held) held, pending from \(first)")
                await store.close()
            }
        }
        // The log may also have gone on beyond the list.
        let store = try await pending.open(holding: count, pending: 2..<4)
        let found = try await StoreAnswers(of: store, events: events)
        #expect(found.differences(from: answers) == [])
        await store.close()
    }

    @Test func `answers stay the same while blocks are drained into the log`() async throws {
        let (pending, events, answers) = try await history(commits: 5)
        let count = pending.blocks.count
        let store = try await pending.open(holding: 1, pending: 1..<count)
        for index in 1..<count {
            try pending.drain(index, into: store)
            let before = try await StoreAnswers(of: store, events: events)
            #expect(before.differences(from: answers) == [], "block \(index) in both")
            store.environment.pendingBlocks.drop(upTo: pending.blocks[index].end.position)
            let after = try await StoreAnswers(of: store, events: events)
            #expect(after.differences(from: answers) == [], "block \(index) in the log")
        }
        #expect(store.environment.pendingBlocks.blocks == nil)
        await store.close()
    }

    @Test func `a subscription continues from the log into blocks that become pending`() async throws {
        let (pending, events, _) = try await history(commits: 8)
        let count = pending.blocks.count
        let held = count - 3
        let store = try await pending.open(holding: held, pending: held..<held)
        let end = pending.blocks[held - 1].end.position
        var followed: [RecordedEvent] = []
        for try await message in store.subscribe(after: end - 1, matching: .all) {
            switch message {
            case .event(let event): followed.append(event)
            case .caughtUp(let position) where position == end:
                try store.environment.pendingBlocks.append(Array(pending.blocks[held...]))
            case .caughtUp: break
            }
            if followed.last?.position == Position(events.count) { break }
        }
        #expect(followed == Array(events[Int(end - 1)...]))
        await store.close()
    }

    @Test(arguments: [1, 3]) func `blocks are walked in order, wherever the snapshot has looked before`(
        held: Int
    ) async throws {
        let (pending, _, _) = try await history(commits: 6)
        let count = pending.blocks.count
        let store = try await pending.open(holding: held, pending: held..<count)
        for position in [Position(1), pending.blocks[count - 2].firstPosition] {
            let walked = try store.reading { log in
                _ = try (log.head(), log.record(at: position))
                var blocks = [try log.block(containing: 1)]
                while let last = blocks.last, let next = try log.nextBlock(after: last) { blocks.append(next) }
                return blocks.map(\.end)
            }
            #expect(walked == pending.blocks.map(\.end))
        }
        await store.close()
    }

    @Test func `all store objects of a process on a log share its pending blocks`() async throws {
        let (pending, events, _) = try await history(commits: 4)
        let store = try await pending.open(holding: 2, pending: 2..<pending.blocks.count)
        let other = try await LMDBEventStore.open(at: store.path, options: options)
        #expect(try await other.readLog().collect() == events)
        store.environment.pendingBlocks.drop(upTo: .max)
        #expect(try await other.head() == pending.blocks[1].end.position)
        await other.close()
        await store.close()
    }

    @Test func `blocks that leave the list stay readable for a snapshot that has them`() async throws {
        let (pending, events, _) = try await history(commits: 5)
        let bytes = pending.blocks.map { [UInt8]($0.bytes) }
        let store = try await pending.open(holding: 2, pending: 2..<2)
        try pending.publishCopies(of: 2..<pending.blocks.count, in: store)
        let read = try store.reading { log in
            store.environment.pendingBlocks.drop(upTo: .max)
            // Memory of the same sizes takes the place of any that was freed.
            let others = bytes.flatMap { bytes in (0..<20).map { _ in [UInt8](repeating: 0xFF, count: bytes.count) } }
            defer { withExtendedLifetime(others) {} }
            return try (1...log.head()).map { try log.record(at: $0).recordedEvent() }
        }
        #expect(read == events)
        #expect(try await store.head() == pending.blocks[1].end.position)
        await store.close()
    }

    /// Drains all blocks between the first and the second thing that a snapshot takes.
    ///
    /// - Returns: The head that the snapshot shows.
    private func headOfSnapshot(drainedMeanwhile pending: PendingStore, from first: Int, in store: LMDBEventStore)
        throws -> Position
    {
        let head = Mutex<Result<Position, any Error>?>(nil)
        let (begun, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // A reader waits for the list as long as the list is being replaced.
        try store.environment.attachment.replace { _ in
            _ = try DedicatedThread {
                begun.signal()
                let found = Result { try store.reading { (log) in try log.head() } }
                head.withLock { $0 = found }
                done.signal()
            }
            begun.wait()
            usleep(100_000)
            for index in first..<pending.blocks.count { try pending.drain(index, into: store) }
            return nil
        }
        done.wait()
        return try #require(head.withLock { $0 }).get()
    }

    @Test func `a snapshot misses no block that is drained while it begins`() async throws {
        let (pending, events, _) = try await history(commits: 4)
        let store = try await pending.open(holding: 2, pending: 2..<pending.blocks.count)
        #expect(try headOfSnapshot(drainedMeanwhile: pending, from: 2, in: store) == Position(events.count))
        await store.close()
    }

    @Test func `an append into the log puts the pending blocks there first`() async throws {
        let (pending, events, _) = try await history(commits: 4)
        let count = pending.blocks.count
        let store = try await pending.open(holding: 2, pending: 2..<count)
        let appended = try await store.append([EventData(type: "T", data: [])], to: "s-1")
        #expect(appended.positions == [Position(events.count + 1)])
        #expect(try await store.readLog(.forward(), matching: .all, limit: events.count).collect() == events)
        await store.close()
        #expect(try RawLog(store: store.path).blocks().count == count + 1)
        // Once the log has them all, appends continue behind them.
        let drained = try await pending.open(holding: count, pending: 1..<count)
        #expect(
            try await drained.append([EventData(type: "T", data: [])], to: "s-1").positions == [
                Position(events.count + 1)
            ])
        await drained.close()
    }
}
