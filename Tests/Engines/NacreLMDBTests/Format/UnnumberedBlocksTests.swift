import Foundation
import Nacre
import TestFolders
import Testing

@testable import LMDB
@testable import NacreLMDB

/// A log written before blocks had numbers.
struct UnnumberedBlocksTests {
    private let folder: TemporaryFolder
    private let events: [RecordedEvent]

    init() async throws {
        folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for number in 1...40 {
            try await store.append(
                [EventData(type: "T", tags: ["n:\(number)"], data: [])], to: StreamName("s-\(number % 3)"))
        }
        events = try await store.readLog().collect()
        await store.close()
        try removeNumbers()
    }

    private func removeNumbers() throws {
        let log = RawLog(store: folder.store)
        var previous: [UInt8]?
        for (position, block) in try log.blocks() {
            var block = block
            block.set(BlockHeader.unnumbered, at: BlockLayout.numberOffset)
            if let previous {
                block.set(previous.number(at: BlockLayout.checksumOffset), at: BlockLayout.previousChecksumOffset)
            }
            block.seal()
            try log.put(block, at: position)
            previous = block
        }
        try DerivedFile.discard(at: folder.store + "/index.mdb")
    }

    @Test func `a log of unnumbered blocks is read, verified and appended to`() async throws {
        for round in 0..<2 {
            let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
            let appended = try await store.append([EventData(type: "T", data: [])], to: "later-1")
            #expect(appended.positions == [Position(events.count + 1 + round)])
            #expect(try await store.readLog().collect().prefix(events.count) == events[...])
            #expect(try await store.read("s-1").collect() == events.filter { $0.stream == "s-1" })
            #expect(try await store.readLog(matching: .tagged("n:21")).collect() == [events[20]])
            let findings = Notices()
            _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
            #expect(findings.all == [])
            await store.close()
        }
    }

    /// Adds one to the entry count in both meta pages.
    private func addEntry(to log: RawLog) throws {
        var file = try Data(contentsOf: URL(fileURLWithPath: log.path))
        for meta in [0, 4_096] {
            let place = meta + PageLayout.Meta.mainTree + PageLayout.Tree.entries
            let entries = file[place] &+ 1
            try #require(entries != 0)
            file[place] = entries
        }
        try log.overwrite(with: file)
    }

    @Test func `a large log of unnumbered blocks that lacks one is read and not appended to`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        // Two blocks to a leaf, two events to a block.
        let event = EventData(type: "T", data: [UInt8](repeating: 1, count: 880))
        for _ in 0..<8_500 { try await store.append([event, event], to: "s-1") }
        await store.close()
        let log = RawLog(store: folder.store)
        var last = try #require(try log.blocks().last)
        last.bytes.set(BlockHeader.unnumbered, at: BlockLayout.numberOffset)
        last.bytes.seal()
        try log.put(last.bytes, at: last.position)
        try addEntry(to: log)
        try DerivedFile.discard(at: folder.store + "/index.mdb")
        let logged = Logged()
        let damaged = try await LMDBEventStore.open(at: folder.store, options: .unsynced(logger: logged.logger))
        #expect(logged.all.contains { $0.contains("damaged") }, "\(logged.all)")
        #expect(try await damaged.event(at: 1).version == 1)
        let refusal = try await EventStoreError.damage { try await damaged.append([event], to: "later-1") }
        #expect(refusal == 17_001)
        await damaged.close()
    }

    @Test func `a log of unnumbered blocks opens only with as many blocks as the file states`() async throws {
        try addEntry(to: RawLog(store: folder.store))
        let damage = try await EventStoreError.damage {
            try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        }
        #expect(damage != nil)
    }
}
