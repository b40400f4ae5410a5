import Foundation
import Nacre
import Synchronization
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// A log with impossible values under valid checksums.
///
/// Each use of the store returns or throws an error with a position; none crashes or hangs.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct WildLogTests {
    /// A field of a block, by its offset and bytes.
    private struct Field: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: Int
        let offset: @Sendable (_ block: [UInt8]) -> Int

        var testDescription: String { name }

        static let all = [
            Field(name: "count", bytes: 4) { _ in BlockLayout.countOffset },
            Field(name: "first position", bytes: 8) { _ in BlockLayout.firstPositionOffset },
            Field(name: "recorded at", bytes: 8) { _ in BlockLayout.recordedAtOffset },
            Field(name: "checksum before", bytes: 8) { _ in BlockLayout.previousChecksumOffset },
            Field(name: "streams", bytes: 4) { _ in BlockLayout.streamCountOffset },
            Field(name: "types", bytes: 4) { _ in BlockLayout.typeCountOffset },
            Field(name: "number", bytes: 8) { _ in BlockLayout.numberOffset },
            Field(name: "record offset", bytes: 4) { $0.recordOffsetPlace(0, events: $0.eventCount) },
            Field(name: "stream offset", bytes: 4) { $0.namePlaces },
            Field(name: "type offset", bytes: 4) {
                $0.namePlaces + BlockLayout.nameOffsetBytes * $0.streamCount
            },
            Field(name: "flags", bytes: 1) { $0.recordOffset(0) + RecordLayout.flagsOffset },
            Field(name: "tags", bytes: 1) { $0.recordOffset(0) + RecordLayout.tagCountOffset },
            Field(name: "stream", bytes: 2) { $0.recordOffset(0) + RecordLayout.streamOffset },
            Field(name: "type", bytes: 2) { $0.recordOffset(0) + RecordLayout.typeOffset },
            Field(name: "schema", bytes: 2) { $0.recordOffset(0) + RecordLayout.schemaOffset },
            Field(name: "version", bytes: 8) { $0.recordOffset(0) + RecordLayout.versionOffset },
            Field(name: "time", bytes: 8) { $0.recordOffset(0) + RecordLayout.timeOffset },
            Field(name: "length of a tag", bytes: 1) { $0.recordOffset(0) + RecordLayout.headBytes },
        ]
    }

    /// The values that a field is set to, given its present one.
    private static func values(instead value: UInt64) -> [UInt64] {
        [0, 1, .max, .max - 1, 1 << 63, (1 << 63) - 1, 1 << 62, 1 << 50, value &+ 1, value &- 1]
    }

    private static var options: LMDBEventStore.Options {
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 5, maxCount: 5)
        return options
    }

    /// Uses the store in every way; a store that cannot be opened throws a typed error.
    private static func ask(_ damaged: DamagedStore, knowing index: Data?) async throws {
        let path = damaged.folder.store + "/index.mdb"
        try? FileManager.default.removeItem(atPath: path + "-lock")
        if let index { try index.write(to: URL(fileURLWithPath: path)) }
        do {
            let store = try await LMDBEventStore.open(at: damaged.folder.store, options: options)
            await Questions(events: damaged.events).ask(store)
            await store.close()
        } catch let error as EventStoreError {
            #expect(error.code == .damaged || error.code == .notAStore, "\(error)")
        }
    }

    @Test(arguments: [0, 4, 8], Field.all)
    private func `a wild value in a block causes only errors with a position`(block: Int, field: Field) async throws {
        let damaged = try await DamagedStore(options: Self.options)
        let index = try Data(contentsOf: URL(fileURLWithPath: damaged.folder.store + "/index.mdb"))
        let (position, bytes) = damaged.blocks[block]
        let offset = field.offset(bytes)
        let log = RawLog(store: damaged.folder.store)
        for value in Self.values(instead: bytes.number(at: offset, bytes: field.bytes)) {
            var changed = bytes
            changed.set(value, at: offset, bytes: field.bytes)
            changed.seal(events: 5)
            try log.put(changed, at: position)
            try await Self.ask(damaged, knowing: index)
            try damaged.mend()
        }
    }

    @Test(arguments: [Position(1) << 40, 1 << 50, 1 << 62, .max - 5, .max])
    func `a last block at a huge position causes only errors with a position`(first: Position) async throws {
        let damaged = try await DamagedStore(options: Self.options)
        let (position, bytes) = damaged.blocks[8]
        var changed = bytes
        changed.set(first, at: BlockLayout.firstPositionOffset)
        changed.seal()
        try RawLog(store: damaged.folder.store).move(changed, from: position, to: first)
        try await Self.ask(damaged, knowing: nil)
    }

    @Test func `a key that is not a position is reported`() async throws {
        let damaged = try await DamagedStore()
        try RawLog(store: damaged.folder.store).putLongKey(before: damaged.blocks[3].position)
        let store = try await LMDBEventStore.open(at: damaged.folder.store, options: .unsynced())
        let findings = Notices()
        _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
        #expect(!findings.all.isEmpty)
        await store.close()
    }

    @Test func `an overlapping block is reported`() async throws {
        let damaged = try await DamagedStore()
        // A copy of the fourth block begins at its second event.
        let (position, bytes) = damaged.blocks[3]
        var changed = bytes
        changed.set(position + 2, at: BlockLayout.firstPositionOffset)
        changed.seal()
        try RawLog(store: damaged.folder.store).put(changed, at: position + 2)
        let store = try await LMDBEventStore.open(at: damaged.folder.store, options: .unsynced())
        let findings = Notices()
        _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
        #expect(findings.all.contains { $0.contains("begins at position \(position + 2)") })
        await store.close()
    }

    @Test(arguments: [0, 4, 8])
    func `a broken reference to the previous block ends every read of the whole log`(block: Int)
        async throws
    {
        let damaged = try await DamagedStore()
        let (position, bytes) = damaged.blocks[block]
        var changed = bytes
        changed[BlockLayout.previousChecksumOffset] ^= 1
        changed.seal()
        try RawLog(store: damaged.folder.store).put(changed, at: position)
        let store = try await LMDBEventStore.open(at: damaged.folder.store, options: .unsynced())
        for order in [.forward(), .backward()] as [ReadOrder] {
            // Events found before are returned first; the rest is read in another transaction.
            let named = try await EventStoreError.damage { try await store.readLog(order).collect() }
            // Its checksum has changed too: read backward, the next block does not continue it.
            let next = block + 1 < damaged.blocks.count ? damaged.blocks[block + 1].position : position
            let isForward = if case .forward = order { true } else { false }
            #expect(named == (isForward ? position : next), "\(order)")
        }
        #expect(throws: EventStoreError.self) { try scanned(store) }
        await store.close()
    }

    @Test func `an overlapping last block ends every read of the whole log`() async throws {
        let damaged = try await DamagedStore()
        // The head is unchanged: a read that stops there has not reached the last block.
        let head = Position(damaged.events.count)
        let other = try TemporaryFolder()
        let small = try await LMDBEventStore.open(at: other.store, options: .unsynced())
        try await small.append([EventData(type: "T", data: [])], to: "s")
        await small.close()
        var block = try RawLog(store: other.store).blocks()[0].bytes
        block.set(head, at: BlockLayout.firstPositionOffset)
        block.set(10, at: BlockLayout.numberOffset)
        block.seal()
        try RawLog(store: damaged.folder.store).put(block, at: head)
        let store = try await LMDBEventStore.open(at: damaged.folder.store, options: .unsynced())
        #expect(try await store.head() == head)
        #expect(try await EventStoreError.damage { try await store.readLog().collect() } == head)
        #expect(try await EventStoreError.damage { for try await _ in store.subscribe() {} } == head)
        #expect(throws: EventStoreError.self) { try scanned(store) }
        await store.close()
    }

    @Test func `a last key that is not a position is damage after the last block`() async throws {
        let damaged = try await DamagedStore()
        try RawLog(store: damaged.folder.store).put(damaged.blocks[8].bytes, at: .max - 2)
        let store = try await LMDBEventStore.open(at: damaged.folder.store, options: .unsynced())
        var read: [RecordedEvent] = []
        let named = try await EventStoreError.damage {
            for try await event in store.readLog() { read.append(event) }
        }
        #expect(named == Position(damaged.events.count) + 1)
        #expect(read == damaged.events)
        let findings = Mutex<[VerificationFinding]>([])
        _ = try await store.verify(
            progress: { _, _ in }, finding: { finding in findings.withLock { $0.append(finding) } })
        #expect(Set(findings.withLock { $0.map(\.position) }) == [Position(damaged.events.count) + 1])
        await store.close()
    }
}
