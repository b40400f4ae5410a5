import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// The list of pending blocks, and lists that do not fit the log.
@Suite(.fewAtOnce) struct PendingBlocksTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Eight blocks of two events each.
    private func history() async throws -> PendingStore {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for number in 1...8 {
            let event = EventData(type: "T", data: [UInt8](repeating: UInt8(number), count: 20))
            try await store.append([event, event], to: StreamName("s-\(number % 2)"))
        }
        return try await PendingStore(store, in: folder, options: .unsynced())
    }

    private func isInternal(_ error: any Error, at position: Position) -> Bool {
        guard let error = error as? EventStoreError else { return false }
        return error.code == .inputOutput && error.position == position && error.message.contains("internal error")
    }

    private func scan(_ store: LMDBEventStore) throws {
        try store.scan(after: 0) { _ in true }
    }

    @Test func `blocks are found by position`() async throws {
        let blocks = try await history().blocks
        let list = try #require(try PendingBlocks.appending(Array(blocks[2...]), to: nil))
        #expect(list.count == 6)
        for position in Position(1)...20 {
            #expect(list.count(upTo: position) == blocks[2...].count { $0.firstPosition <= position })
        }
        #expect(blocks.map(\.count) == [2, 2, 2, 2, 2, 2, 2, 2])
    }

    @Test func `whole blocks are dropped, and a list that was taken before keeps them`() async throws {
        let blocks = try await history().blocks
        let list = try #require(try PendingBlocks.appending(Array(blocks[2...]), to: nil))
        for position in Position(0)...17 {
            let kept = list.dropping(upTo: position)
            let firsts = (0..<(kept?.count ?? 0)).map { kept?[$0].firstPosition }
            let expected = blocks[2...].filter { $0.end.position > position }
            #expect(firsts == expected.map(\.firstPosition))
            #expect(kept?.byteCount ?? 0 == expected.reduce(0) { $0 + $1.bytes.count })
        }
        #expect(list.count == 6)
        #expect([UInt8](list[5].bytes) == [UInt8](blocks[7].bytes))
    }

    @Test func `only what continues the list is appended to it`() async throws {
        let blocks = try await history().blocks
        let list = try #require(try PendingBlocks.appending([blocks[2]], to: nil))
        for index in [0, 2, 4] {
            #expect { try PendingBlocks.appending([blocks[index]], to: list) } throws: {
                isInternal($0, at: blocks[index].firstPosition)
            }
        }
        #expect(throws: EventStoreError.self) { try PendingBlocks.appending([blocks[3], blocks[5]], to: list) }
        #expect(try PendingBlocks.appending([blocks[3], blocks[4]], to: list)?.count == 3)
        #expect(try PendingBlocks.appending([], to: nil) == nil)
    }

    @Test(arguments: [0, 3, 6])
    func `a gap between the log and the pending blocks is an error of every reading call`(held: Int) async throws {
        let pending = try await history()
        let store = try await pending.open(holding: held, pending: (held + 1)..<8)
        let lost = Position(2 * held + 1)
        let calls: [() async throws -> Void] = [
            { _ = try await store.head() }, { _ = try await store.event(at: 1) },
            { _ = try await store.event(at: 16) }, { _ = try await store.event(withID: .random()) },
            { _ = try await store.readLog().collect() }, { _ = try await store.readLog(.backward()).collect() },
            { _ = try await store.readLog(matching: .types("T")).collect() },
            { _ = try await store.read("s-1").collect() }, { _ = try await store.read("s-1", .backward()).collect() },
            { _ = try await store.version(of: "none") }, { try scan(store) },
            { for try await _ in store.subscribe(after: 0, matching: .all) {} },
            { _ = try await store.statistics() }, { _ = try await store.backup(to: folder.path + "/backup") },
            { _ = try await store.verify(progress: { _, _ in }, finding: { _ in }) },
        ]
        for (number, call) in calls.enumerated() {
            await #expect("call \(number)") { try await call() } throws: { isInternal($0, at: lost) }
        }
        let error = await #expect(throws: EventStoreError.self) { try await store.head() }
        #expect(error?.message.contains("ends at position \(2 * held)") == true)
        #expect(error?.message.contains("begins at position \(lost + 2)") == true)
        await store.close()
    }

    @Test(arguments: [0, 4, 5, 8])
    func `pending blocks of another history are an error`(held: Int) async throws {
        let pending = try await history()
        let other = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: other.store, options: .unsynced())
        for _ in 1...8 {
            let event = EventData(type: "T", data: [])
            try await store.append([event, event], to: "s-1")
        }
        let foreign = try await PendingStore(store, in: other, options: .unsynced()).blocks
        let opened = try await pending.open(holding: held, pending: 0..<0)
        try opened.environment.pendingBlocks.append(Array(foreign[min(held, 4)...]))
        await #expect { try await opened.head() } throws: { isInternal($0, at: held < 8 ? Position(2 * held + 1) : 15) }
        await opened.close()
    }

    @Test func `damage at the end of log.mdb ends the log, and pending blocks are read by position`() async throws {
        let pending = try await history()
        for first in [3, 5] {
            let store = try await pending.open(holding: 5, pending: first..<8) { raw in
                // The checksum of the last block in the file.
                try raw.damage([UInt8](pending.blocks[4].bytes), at: BlockLayout.checksumOffset)
            }
            #expect(try await EventStoreError.damage { try await store.head() } == 9)
            #expect(try await EventStoreError.damage { try await store.event(at: 9) } == 9)
            #expect(try await store.event(at: 8).position == 8)
            #expect(try await store.event(at: 16).position == 16)
            #expect(try await EventStoreError.damage { try await store.readLog().collect() } == 9)
            #expect(
                try await store.readLog(.forward(), matching: .all, limit: 8).collect().map(\.position) == Array(1...8))
            let error = await #expect(throws: EventStoreError.self) {
                try await store.append([EventData(type: "T", data: [])], to: "s-1")
            }
            #expect(error?.outcome == .notWritten)
            await store.close()
        }
    }

    /// How many events a scan finds before it ends or fails.
    private func scanned(_ store: LMDBEventStore) -> Int {
        var count = 0
        try? store.scan(after: 0) { _ in
            count += 1
            return true
        }
        return count
    }

    @Test func `a key in log.mdb that is no position hides no pending block`() async throws {
        let pending = try await history()
        for first in [3, 5] {
            let store = try await pending.open(holding: 5, pending: first..<8)
            try RawLog(store: store.path).put([1], at: .max - 1)
            #expect(try await EventStoreError.damage { try await store.head() } == 17)
            #expect(try await store.event(at: 16).position == 16)
            #expect(try await store.readLog(.forward(), matching: .all, limit: 16).collect().count == 16)
            #expect(try await EventStoreError.damage { try await store.readLog().collect() } == 17)
            #expect(scanned(store) == 16)
            await store.close()
        }
    }
}
