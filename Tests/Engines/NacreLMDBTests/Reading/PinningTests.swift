import ChildProcesses
import Dispatch
import Foundation
import Nacre
import PeerMessages
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Pages that a commit frees cannot be used again while a reader from before it is open, so the file grows: 1,500 small
/// commits by more than 20 MB.
@Suite(.fewAtOnce) struct PinningTests {
    private static let commits = 1_500
    private static let maxGrowth = 8 << 20

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A store whose log takes several transactions to read.
    private func filledStore() async throws -> LMDBEventStore {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        let large = EventData(type: "Large", data: [UInt8](repeating: 7, count: 1 << 20))
        for _ in 0..<20 { try await store.append([large], to: "large-1") }
        return store
    }

    private func size() throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.store + "/log.mdb")
        return try #require(attributes[.size] as? Int)
    }

    /// Appends in the middle of a long read, each time from a new state.
    private func append(to store: LMDBEventStore) async throws {
        for _ in 0..<Self.commits { try await store.append([EventData(type: "Small", data: [])], to: "small-1") }
    }

    /// The same for a thread that cannot await a task.
    private func blockingAppend(to store: LMDBEventStore) {
        let done = DispatchSemaphore(value: 0)
        Task {
            defer { done.signal() }
            try await append(to: store)
        }
        done.wait()
    }

    @Test func `a backup does not make the log grow`() async throws {
        let store = try await filledStore()
        let size = try size()
        try await store.backup(to: folder.path + "/copy") { position, head in
            if position < head { blockingAppend(to: store) }
        }
        #expect(try await store.head() > 20)
        #expect(try self.size() - size < Self.maxGrowth)
        await store.close()
    }

    @Test func `a verification does not make the log grow`() async throws {
        let store = try await filledStore()
        let size = try size()
        let calls = Notices()
        _ = try await store.verify(
            progress: { _, _ in
                if calls.all.count < 3 {
                    calls.add("")
                    blockingAppend(to: store)
                }
            }, finding: { _ in })
        #expect(try await store.head() > 20)
        #expect(try self.size() - size < Self.maxGrowth)
        await store.close()
    }

    @Test func `a slow reader does not make the log grow`() async throws {
        let store = try await filledStore()
        let size = try size()
        var count = 0
        for try await event in store.readLog() {
            count += 1
            if event.position == 10 { try await append(to: store) }
        }
        #expect(count == 20)
        #expect(try self.size() - size < Self.maxGrowth)
        await store.close()
    }

    @Test func `a subscription with a slow consumer does not make the log grow`() async throws {
        let store = try await filledStore()
        let size = try size()
        var iterator = store.subscribe().makeAsyncIterator()
        for _ in 0..<10 { _ = try await iterator.next() }
        try await append(to: store)
        #expect(try self.size() - size < Self.maxGrowth)
        #expect(try await iterator.next()?.event?.position == 11)
        await store.close()
    }

    @Test func `a reader of a killed process does not make the log grow`() async throws {
        let store = try await filledStore()
        let size = try size()
        #expect(
            try await Peer(store: folder.store).start(.dieReading(fillingTable: false)).ending() == .signal(SIGKILL))
        // Pinned pages are released within a moment; until then a commit takes new ones.
        try await Task.sleep(for: .milliseconds(1_100))
        try await append(to: store)
        #expect(try self.size() - size < Self.maxGrowth)
        await store.close()
    }

    @Test func `a pinned reader makes the log grow, as the control`() async throws {
        let store = try await filledStore()
        let size = try size()
        try await store.pool.run {
            try store.reading { (_) in blockingAppend(to: store) }
        }
        #expect(try self.size() - size > 2 * Self.maxGrowth)
        await store.close()
    }
}
