import ChildProcesses
import Foundation
import Nacre
import NacreTesting
import PeerMessages
import Synchronization
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct BackupTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var copy: String { folder.path + "/copy" }

    private func open(_ path: String? = nil) async throws -> LMDBEventStore {
        try await LMDBEventStore.open(at: path ?? folder.store, options: .unsynced())
    }

    /// A store with events of all shapes.
    private func filledStore(commits: Int = 60) async throws -> LMDBEventStore {
        let store = try await open()
        var generator = CommitGenerator(seed: 7)
        for _ in 0..<commits { try await store.append(generator.commit()) }
        return store
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func `a copy has the same id and events, and can be appended to`() async throws {
        let store = try await filledStore()
        let head = try await store.head()
        let summary = try await store.backup(to: copy)
        #expect(summary.head == head)
        #expect(summary.blocks > 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy) == ["log.mdb"])
        let events = try await store.readLog().collect()
        try await store.append([EventData(type: "Later", data: [])], to: "later-1")

        let restored = try await open(copy)
        #expect(restored.id == store.id)
        #expect(try await restored.readLog().collect() == events)
        #expect(try await restored.checkpoint(at: head) == store.checkpoint(at: head))
        try await restored.append([EventData(type: "Apart", data: [])], to: "apart-1", expecting: .noStream)
        #expect(try await restored.head() == head + 1)
        await restored.close()
        await store.close()
    }

    @Test func `an empty store has an empty copy`() async throws {
        let store = try await open()
        #expect(try await store.backup(to: copy).head == 0)
        let restored = try await open(copy)
        #expect(restored.id == store.id)
        #expect(try await restored.head() == 0)
        await restored.close()
        await store.close()
    }

    @Test func `a copy that outgrows its map is completed`() async throws {
        let store = try await open()
        let large = [UInt8](repeating: 7, count: 1 << 20)
        for index in 0..<20 { try await store.append([EventData(type: "Large", data: large)], to: "large-\(index)") }
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        let summary = try await LogCopy(of: store, to: StoreFolder(copy), mapSize: 4 << 20) { _ in }.run()
        #expect(summary.head == 20)
        #expect(summary.bytes > 20 << 20)
        let restored = try await open(copy)
        #expect(try await restored.readLog().collect() == store.readLog().collect())
        await restored.close()
        await store.close()
    }

    @Test func `a copy made during appends ends at a whole commit and holds all earlier events`()
        async throws
    {
        let store = try await filledStore()
        let before = try await store.head()
        let isDone = Atomic(false)
        async let appending: Void = {
            var generator = CommitGenerator(seed: 8)
            while !isDone.load(ordering: .relaxed) { try await store.append(generator.commit()) }
        }()
        for index in 0..<5 {
            let path = "\(copy)-\(index)"
            let summary = try await store.backup(to: path)
            let restored = try await open(path)
            let events = try await restored.readLog().collect()
            #expect(summary.head >= before)
            #expect(events.count == Int(summary.head))
            #expect(events.last?.isLastOfCommit == true)
            let originals = try await store.readLog(.forward(), matching: .all, limit: events.count).collect()
            #expect(events == originals)
            await restored.close()
        }
        isDone.store(true, ordering: .relaxed)
        try await appending
        await store.close()
    }

    @Test(arguments: ["", "/"]) func `an empty folder is accepted as the destination, with or without a trailing slash`(
        end: String
    ) async throws {
        let store = try await filledStore()
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        try await store.backup(to: copy + end)
        #expect(try names() == ["copy", "store"])
        await store.close()
    }

    @Test func `a backup never overwrites anything`() async throws {
        let store = try await filledStore()
        try await store.backup(to: copy)
        let contents = try folder.contents()
        await #expect(throws: EventStoreError.self) { try await store.backup(to: copy) }
        let error = await #expect(throws: EventStoreError.self) { try await store.backup(to: folder.store) }
        #expect(error?.code == .cannotCreate)
        #expect(
            try folder.contents().filter { $0.key.hasPrefix("copy") } == contents.filter { $0.key.hasPrefix("copy") })
        #expect(try names() == ["copy", "store"])
        await store.close()
    }

    @Test func `a file as the destination and a missing parent folder are refused`() async throws {
        let store = try await filledStore()
        try Data().write(to: URL(fileURLWithPath: copy))
        for path in [copy, folder.path + "/no/copy"] {
            let error = await #expect(throws: EventStoreError.self) { try await store.backup(to: path) }
            #expect(error?.code == .cannotCreate)
        }
        #expect(try names() == ["copy", "store"])
        await store.close()
    }

    @Test func `a damaged event fails the backup with its position and leaves no files`() async throws {
        let store = try await filledStore()
        await store.close()
        let block = try RawLog(store: folder.store).blocks()[20]
        try RawLog(store: folder.store).damage(block.bytes, at: block.bytes.count - 1)
        let damaged = try await open()
        let error = await #expect(throws: EventStoreError.self) { try await damaged.backup(to: copy) }
        #expect(error?.code == .damaged)
        #expect(error?.position ?? 0 >= block.position)
        #expect(try names() == ["store"])
        await damaged.close()
    }

    @Test func `a backup whose directory entry cannot be synced leaves no files`() async throws {
        let store = try await filledStore()
        let backup = try BackupFolder(for: copy)
        _ = try await LogCopy(of: store, to: backup.store, reporting: { _ in }).run()
        let refused = EventStoreError(.cannotCreate, "the disk refuses")
        let error = #expect(throws: EventStoreError.self) {
            try backup.publish { [copy] folder throws(EventStoreError) in
                #expect(folder.path == copy)
                #expect(FileManager.default.fileExists(atPath: copy))
                throw refused
            }
        }
        #expect(error?.message == refused.message)
        #expect(!FileManager.default.fileExists(atPath: copy))
        backup.discard()
        #expect(try names() == ["store"])
        await store.close()
    }

    @Test(.timeLimit(.minutes(25)), arguments: [1, 20] as [Position])
    func `a cancelled backup leaves no files`(
        position: Position
    ) async throws {
        let store = try await open()
        let large = EventData(type: "Large", data: [UInt8](repeating: 7, count: 1 << 20))
        for _ in 0..<20 { try await store.append([large], to: "large-1") }
        let handle = Monitor<Task<Void, any Error>?>(nil)
        let copied = Monitor(Position(0))
        try await store.pool.whileBusy {
            let task = Task { [copy] in
                _ = try await store.backup(to: copy) { end, _ in
                    copied.withLock { $0 = end }
                    if end >= position { handle.withLock { $0 }?.cancel() }
                }
            }
            handle.withLock { $0 = task }
        }
        let task = try #require(handle.withLock { $0 })
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(copied.withLock { $0 < 20 } == (position < 20))
        #expect(try names() == ["store"])
        await store.close()
    }

    @Test func `a process killed during a backup leaves only its partial folder`()
        async throws
    {
        let store = try await open()
        let large = EventData(type: "Large", data: [UInt8](repeating: 7, count: 1 << 20))
        for _ in 0..<20 { try await store.append([large], to: "large-1") }
        #expect(try await Peer(store: folder.store).start(.dieCopying(path: copy)).ending() == .signal(SIGKILL))
        let left = try names()
        #expect(left.count == 2)
        #expect(left.first?.hasPrefix("copy.partial-") == true)
        #expect(left.last == "store")

        try await store.backup(to: copy)
        let restored = try await open(copy)
        #expect(try await restored.head() == 20)
        await restored.close()
        await store.close()
    }

    @Test func `a closed store is not copied`() async throws {
        let store = try await filledStore()
        await store.close()
        let error = await #expect(throws: EventStoreError.self) { try await store.backup(to: copy) }
        #expect(error?.code == .closed)
        #expect(try names() == ["store"])
    }
}
