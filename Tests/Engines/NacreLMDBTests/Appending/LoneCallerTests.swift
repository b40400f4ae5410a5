import Nacre
import PeerMessages
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// A caller that appends alone writes its frame itself.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct LoneCallerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ change: (inout LMDBEventStore.Options) -> Void = { _ in }) async throws -> LMDBEventStore {
        // With room for the frames of a test, also when draining is slow.
        var options = LMDBEventStore.Options.journaled(fileBytes: 16 << 20)
        change(&options)
        return try await LMDBEventStore.open(at: folder.store, options: options)
    }

    private func event(_ text: String, byteCount: Int = 0) -> EventData {
        EventData(type: "T", data: Array(text.utf8) + [UInt8](repeating: 0, count: byteCount))
    }

    /// The number of requests that were queued, which those of lone callers are not.
    private func queued(in store: LMDBEventStore) -> UInt64 { store.queue.state.withLock(\.lastTicket) }

    /// Appends events one after the other.
    ///
    /// - Returns: How many of them the writer's thread has written.
    private func append(_ count: Int, byteCount: Int = 0, to store: LMDBEventStore) async throws -> UInt64 {
        let before = queued(in: store)
        for number in 0..<count {
            let result = try await store.append([event("\(number)", byteCount: byteCount)], to: "s-1")
            #expect(try await store.head() == result.lastPosition)
        }
        return queued(in: store) - before
    }

    @Test func `most of its appends never reach the writer's thread, and every read sees them at once`() async throws {
        let store = try await open()
        try await store.appendUntilJournaling()
        _ = try await append(10, to: store)
        let before = store.appendStatistics
        // One of 65 goes there, to see how late a caller is resumed; others, when the thread has something else to do.
        #expect((4...100).contains(try await append(325, to: store)))
        #expect(store.appendStatistics.commits == before.commits + 325)
        let events = try await store.read("s-1").collect()
        #expect(events.map(\.version) == Array(1...335))
        await store.close()
        let again = try await open()
        #expect(try await again.read("s-1").collect() == events)
        await again.close()
    }

    @Test func `a slow disk, late resumptions and large requests leave the writing to the writer's thread`()
        async throws
    {
        let changes: [(inout LMDBEventStore.Options) -> Void] = [
            { $0.journal.aloneWriteTime = 0 }, { $0.journal.resumptionLimit = 0 }, { $0.journal.aloneBytes = 500 },
        ]
        for change in changes {
            let store = try await open(change)
            try await store.appendUntilJournaling()
            _ = try await append(10, byteCount: 500, to: store)
            #expect(try await append(100, byteCount: 500, to: store) == 100)
            await store.close()
        }
    }

    @MainActor @Test func `a caller on the main actor leaves the writing to the writer's thread`() async throws {
        let store = try await open()
        try await store.appendUntilJournaling()
        _ = try await append(10, to: store)
        #expect(try await append(100, to: store) == 100)
        await store.close()
    }

    @Test func `its conflicts and repeats are judged as those of others`() async throws {
        let store = try await open()
        try await store.appendUntilJournaling()
        _ = try await append(10, to: store)
        let before = queued(in: store)
        let stored = EventData(id: EventID(high: 1, low: 2), type: "T", data: [])
        let first = try await store.append([stored], to: "s-2", expecting: .noStream)
        let repeated = try await store.append([stored], to: "s-2", expecting: .noStream)
        #expect(repeated.lastPosition == first.lastPosition)
        #expect(repeated.wasAlreadyCommitted)
        let conflict = await #expect(throws: EventStoreError.self) {
            try await store.append([event("")], to: "s-2", expecting: .noStream)
        }
        #expect(conflict?.code == .conflict)
        #expect(queued(in: store) < before + 3)
        #expect(try await store.read("s-2").collect().count == 1)
        await store.close()
    }

    @Test func `a cancelled task appends nothing`() async throws {
        let store = try await open()
        try await store.appendUntilJournaling()
        _ = try await append(10, to: store)
        let head = try await store.head()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await store.append([event("")], to: "s-1")
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await store.head() == head)
        await store.close()
    }

    @Test func `callers that come and go take turns with the writer's thread, and no append is lost or repeated`()
        async throws
    {
        let store = try await open { $0.journal.drainInterval = 5_000_000 }
        try await store.appendUntilJournaling()
        let ended = Flag()
        // Alone most of the time; the others come in short bursts.
        let lone = Task<StreamVersion, any Error> {
            var count: StreamVersion = 0
            while !ended.isRaised {
                count += 1
                try await store.append([event("")], to: "lone-1", expecting: .exact(count - 1))
            }
            return count
        }
        for round in 1...20 {
            try await Task.sleep(for: .milliseconds(10))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 1...4 {
                    group.addTask {
                        for number in 1...5 {
                            let version = StreamVersion((round - 1) * 5 + number - 1)
                            try await store.append(
                                [event("")], to: "burst-\(writer)", expecting: .exact(version))
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        ended.raise()
        let count = try await lone.value
        #expect(queued(in: store) < count + 400)
        let events = try await store.readLog().collect()
        #expect(events.filter { $0.stream == "lone-1" }.map(\.version) == Array(1...count))
        for writer in 1...4 {
            #expect(events.filter { $0.stream == StreamName("burst-\(writer)") }.map(\.version) == Array(1...100))
        }
        await store.close()
        let again = try await open()
        #expect(try await again.readLog().collect() == events)
        await again.close()
    }

    @Test func `closing waits for a lone caller, whose append is in the log or refused`() async throws {
        var acknowledged: StreamVersion = 0
        for _ in 0..<20 {
            let store = try await open()
            try await store.appendUntilJournaling()
            let before = try await store.version(of: "s-1")
            let task = Task<StreamVersion, any Error> {
                var count: StreamVersion = 0
                do {
                    while true {
                        try await store.append([event("")], to: "s-1")
                        count += 1
                    }
                } catch let error as EventStoreError {
                    #expect(error.code == .closed)
                }
                return count
            }
            try await Task.sleep(for: .milliseconds(5))
            await store.close()
            let count = try await task.value
            acknowledged += count
            let again = try await open()
            #expect(try await again.version(of: "s-1") == before + count)
            #expect(try !LeftJournal(store: folder.store).isInUse)
            await again.close()
        }
        #expect(acknowledged > 0)
    }

    @Test func `a frame that it cannot write stops appends with an unknown outcome, and loses nothing`() async throws {
        let created = try await open { $0.journal.fileBytes = 1 << 20 }
        try await created.appendUntilJournaling()
        let before = try await created.head()
        await created.close()
        // The limit is inside the ring, which is built already; each frame has two pages.
        let arguments = ["--eager-journal", "--undrained", "--journal-bytes", "\(1 << 20)", "--file-limit", "600000"]
        let report = try await Peer(store: folder.store, arguments: arguments)
            .run(.exhaustDisk(writers: 1), as: PeerDiskFailure.self)
        #expect(report.failures == ["appendsStopped unknown": 1, "appendsStopped notWritten": 1])
        #expect(report.acknowledged > 10)
        #expect(report.read == Int(before) + report.acknowledged)
        let left = try LeftJournal(store: folder.store)
        #expect(left.isInUse)
        #expect(left.missing > 10)
        let store = try await open()
        #expect(try await (0...1).contains(Int(store.head()) - report.read))
        await store.close()
    }
}
