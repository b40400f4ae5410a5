import DomainKit
import Nacre
import NacreTesting
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct BlockBytesTests {
    @Test func `the store header has the 40 documented bytes`() async throws {
        let folder = try TemporaryFolder()
        let made = Instant(nanosecondsSince1970: 1_700_000_000_123_456_000, decimals: 6)
        let store = try await LMDBEventStore.open(at: folder.store, options: .small(timeSource: ManualTimeSource(made)))
        var expected: [UInt8] = Array("NCRS".utf8) + [1, 0, 0, 0]
        expected += DocumentedBlock.little(store.id.uuid.high).reversed()
        expected += DocumentedBlock.little(store.id.uuid.low).reversed()
        expected += DocumentedBlock.little(UInt64(1_700_000_000_123_456_000))
        expected += DocumentedBlock.little(DocumentedBlock.xxh3(expected))
        #expect(try RawLog(store: folder.store).header() == expected)
        await store.close()
    }

    @Test func `a small block has the documented bytes`() async throws {
        let folder = try TemporaryFolder()
        let now = Instant(nanosecondsSince1970: 1_700_000_000_000_001_000, decimals: 6)
        let store = try await LMDBEventStore.open(at: folder.store, options: .small(timeSource: ManualTimeSource(now)))
        try await store.append(
            [
                EventData(
                    id: EventID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF), type: "T", schema: 258,
                    time: Instant(nanosecondsSince1970: -2, decimals: 9), tags: ["a", "bc"], data: [1, 2, 3],
                    metadata: [9])
            ], to: "s")
        let header = try RawLog(store: folder.store).header()
        let record: [UInt8] = [
            0x93, 2, 0, 0, 0, 0, 2, 1,  // flags, tags, stream, type, schema
            1, 0, 0, 0, 0, 0, 0, 0,  // version
            0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,  // time
            0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF,  // id
            1, 0, 0, 0,  // length of the metadata
            1, 0x61, 2, 0x62, 0x63,  // tags
            9, 1, 2, 3,  // metadata, data
        ]
        let beforeRecord =
            DocumentedBlock.little(DocumentedBlock.xxh3(record)) + [86, 0, 0, 0, 84, 0, 0, 0, 85, 0, 0, 0]
            + Array("sT".utf8)
        var expected: [UInt8] = [
            0x4E, 0x43, 0x52, 0x42, 1, 0, 0, 0, 1, 0, 0, 0, 139, 0, 0, 0,
            1, 0, 0, 0, 0, 0, 0, 0, 0xE8, 0x03, 0x2A, 0x36, 0xFE, 0x9C, 0x97, 0x17,
        ]
        expected += header[32...] + [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        expected += DocumentedBlock.little(DocumentedBlock.xxh3(beforeRecord, seed: DocumentedBlock.xxh3(expected)))
        expected += beforeRecord + record
        let blocks = try RawLog(store: folder.store).blocks()
        #expect(blocks.map(\.position) == [1])
        #expect(blocks.first?.bytes == expected)
        await store.close()
    }

    @Test(arguments: 1...4)
    func `every block of a generated log has the documented bytes`(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        var generator = CommitGenerator(seed: seed)
        var entries: [Commit.Entry] = []
        for round in 0..<60 {
            generator.dataBytes = [0, 30, 300, 2_000, 5_000][round % 5]
            let commit = generator.commit(events: round.isMultiple(of: 20) ? 200...400 : 1...12)
            entries += commit.entries
            try await store.append(commit)
        }
        let events = try await store.readLog().collect()
        #expect(events.count == entries.count)
        for (event, entry) in zip(events, entries) { #expect(event.holds(entry)) }

        var previous = try RawLog(store: folder.store).header().number(at: 32)
        var next: Position = 1
        for (index, block) in try RawLog(store: folder.store).blocks().enumerated() {
            try #require(block.position == next)
            next += block.bytes.number(at: 8, bytes: 4)
            let expected = DocumentedBlock.bytes(
                of: Array(events[Int(block.position - 1)..<Int(next - 1)]), previous: previous,
                number: UInt64(index) + 1)
            #expect(block.bytes == expected)
            previous = block.bytes.number(at: 56)
        }
        #expect(next == Position(events.count) + 1)
        await store.close()
    }
}
