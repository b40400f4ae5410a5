import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct HintTests {
    /// An id such as another store makes, which hints at a position.
    private func id(hintingAt position: Position) -> EventID {
        var made = MadeEventID()
        return made.next(position: position, milliseconds: 1_700_000_000_000)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 1_000_000, (1 << 40) - 1] as [Position])
    func `an id that hints at another position is found`(hint: Position) async throws {
        let folder = try TemporaryFolder()
        var options = LMDBEventStore.Options.unsynced()
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        try await store.append([EventData(type: "T", data: [1])], to: "s-1")
        let id = id(hintingAt: hint)
        #expect(try await store.event(withID: id) == nil)
        let event = EventData(id: id, type: "T", data: [2])
        try await store.append([event], to: "s-1")
        #expect(try await store.event(withID: id)?.position == 2)
        // The position that it hints at belongs to another event.
        for _ in 0..<4 { try await store.append([EventData(type: "T", data: [3])], to: "s-1") }
        #expect(try await store.event(withID: id)?.position == 2)
        let again = try await store.append([event], to: "s-1")
        #expect(again.wasAlreadyCommitted)
        #expect(again.positions == [2])
        await store.close()

        options.tailLimits = TailLimits(eventsPerGeneration: 2, maxCount: 2)
        let reopened = try await LMDBEventStore.open(at: folder.store, options: options)
        #expect(try await reopened.statistics().indexedUpTo >= 4)
        #expect(try await reopened.event(withID: id)?.position == 2)
        await reopened.close()
    }

    @Test(arguments: [false, true])
    func `an id that hints at a damaged record is found elsewhere or reported as damage`(
        isRecordAlone: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        var options = LMDBEventStore.Options.unsynced()
        options.tailLimits = TailLimits(eventsPerGeneration: 2, maxCount: 2)
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        try await store.append([EventData(type: "T", data: [1])], to: "s-1")
        let own = try await store.event(at: 1).id
        let event = EventData(id: id(hintingAt: 1), type: "T", data: [2])
        let elsewhere = try #require(event.id)
        try await store.append([event], to: "s-1")
        for _ in 0..<4 { try await store.append([EventData(type: "T", data: [3])], to: "s-1") }
        await store.close()
        let indexed = try await LMDBEventStore.open(at: folder.store, options: options)
        #expect(try await indexed.statistics().indexedUpTo >= 4)
        await indexed.close()

        let log = RawLog(store: folder.store)
        let block = try #require(try log.blocks().first)
        let place = isRecordAlone ? block.bytes.recordOffset(0) + RecordLayout.timeOffset + 4 : [UInt8].headerByte
        try log.damage(block.bytes, at: place)
        let damaged = try await LMDBEventStore.open(at: folder.store, options: options)
        #expect(try await damaged.event(withID: elsewhere)?.position == 2)
        let again = try await damaged.append([event], to: "s-1")
        #expect(again.wasAlreadyCommitted)
        #expect(again.positions == [2])
        let unknown = id(hintingAt: 1)
        for id in [own, unknown] {
            #expect(try await EventStoreError.damage { try await damaged.event(withID: id) } == 1)
            let refused = try await EventStoreError.damage {
                try await damaged.append([EventData(id: id, type: "T", data: [1])], to: "s-1")
            }
            #expect(refused == 1)
        }
        #expect(try await damaged.head() == 6)
        await damaged.close()
    }

    @Test func `generated ids are found without the index`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for number in 1...20 { try await store.append([EventData(type: "T", data: [])], to: "s-\(number)") }
        for event in try await store.readLog().collect() {
            #expect(MadeEventID.hintedPosition(of: event.id) == event.position)
            #expect(try await store.event(withID: event.id) == event)
        }
        await store.close()
    }
}
