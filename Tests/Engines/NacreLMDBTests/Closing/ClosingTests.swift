import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct ClosingTests {
    @Test(arguments: 1...6)
    func `closing under load answers every append and keeps acknowledged ones`(round: Int) async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        let acknowledged = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<32 {
                group.addTask {
                    var acknowledged = 0
                    while true {
                        do {
                            try await store.append([EventData(type: "T", data: [1])], to: StreamName("s-\(task)"))
                            acknowledged += 1
                        } catch let error as EventStoreError where error.code == .closed {
                            #expect(error.outcome == .notWritten)
                            return acknowledged
                        }
                    }
                }
            }
            try await Task.sleep(for: .milliseconds(4 * round))
            await store.close()
            return try await group.reduce(0, +)
        }
        let reopened = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        // Refused appends were not written, so the log has exactly the acknowledged events.
        #expect(try await reopened.head() == Position(acknowledged))
        await reopened.close()
    }

    @Test(.timeLimit(.minutes(25)))
    func `closing finishes taken requests and fails waiting ones`() async throws {
        let folder = try TemporaryFolder()
        let clock = HeldClock()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced(timeSource: clock))
        // The caller reads the clock first, the writer second, after it has taken the request.
        clock.holdSecondLook()
        let taken = Task { try await store.append([EventData(type: "T", data: [])], to: "taken-1") }
        while !clock.isHeld { await Task.yield() }
        let waiting = Task { try await store.append([EventData(type: "T", data: [])], to: "waiting-1") }
        while store.queue.load.requests == 0 { await Task.yield() }
        let closing = Task { await store.close() }
        await #expect {
            try await waiting.value
        } throws: {
            let error = $0 as? EventStoreError
            return error?.code == .closed && error?.outcome == .notWritten
        }
        clock.letGo()
        #expect(try await taken.value.positions == [1])
        await closing.value
        let reopened = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        #expect(try await reopened.readLog().collect().map(\.stream) == ["taken-1"])
        await reopened.close()
    }

    @Test func `reads in progress at closing finish or report that the store is closed`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        try await store.append((0..<5_000).map { _ in EventData(type: "T", data: [1]) }, to: "s-1")
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<16 {
                group.addTask {
                    do {
                        while true {
                            switch task % 4 {
                            case 0: #expect(try await store.read("s-1").collect().count == 5_000)
                            case 1: #expect(try await store.readLog().collect().count == 5_000)
                            case 2: #expect(try await store.version(of: "s-1") == 5_000)
                            default: #expect(try await store.event(at: 77).version == 77)
                            }
                            // Short reads do not suspend: without this they would starve closing.
                            await Task.yield()
                        }
                    } catch {
                        #expect((error as? EventStoreError)?.code == .closed, "\(error)")
                    }
                }
            }
            try? await Task.sleep(for: .milliseconds(30))
            await store.close()
        }
    }

    @Test func `a read that races with closing reports that the store is closed`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        try await store.append([EventData(type: "T", data: [])], to: "s-1")
        // The code that such a read reaches after its first check.
        store.environment.close()
        await #expect { try await store.head() } throws: { ($0 as? EventStoreError)?.code == .closed }
        await #expect { try await store.statistics() } throws: { ($0 as? EventStoreError)?.code == .closed }
        await store.close()
    }

    @Test func `a closed store refuses every call as closed`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        try await store.append([EventData(type: "T", data: [])], to: "s-1")
        await store.close()
        await store.close()
        let uses: [@Sendable () async throws -> Void] = [
            { try await store.append([EventData(type: "T", data: [])], to: "s-1") },
            { _ = try await store.read("s-1").collect() },
            { _ = try await store.readLog().collect() },
            { _ = try await store.event(at: 1) },
            { _ = try await store.event(withID: .random()) },
            { _ = try await store.head() },
            { _ = try await store.version(of: "s-1") },
            { _ = try await store.checkpoint(at: 0) },
            { _ = try await store.statistics() },
            { try await store.forEachStream(in: nil) { _ in } },
            { _ = try await store.verify(progress: { _, _ in }, finding: { _ in }) },
            { _ = try scanned(store) },
        ]
        for (index, use) in uses.enumerated() {
            await #expect("use \(index)") {
                try await use()
            } throws: {
                ($0 as? EventStoreError)?.code == .closed
            }
        }
    }

    @Test func `the store is closed when any call of close returns`() async throws {
        let folder = try TemporaryFolder()
        for _ in 0..<10 {
            let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
            try await store.append([EventData(type: "T", data: [])], to: "s-1")
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        await store.close()
                        #expect(throws: (any Error).self) { try store.environment.statistics() }
                    }
                }
            }
        }
    }

    @Test func `a store can be reopened in the same process at once`() async throws {
        let folder = try TemporaryFolder()
        for round in 0..<20 {
            let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
            #expect(try await store.version(of: "s-1") == StreamVersion(round))
            try await store.append([EventData(type: "T", data: [])], to: "s-1", expecting: .exact(StreamVersion(round)))
            await store.close()
        }
    }
}
