import Nacre
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct BlockSizeTests {
    private static let page = 4096
    private static let largest = 65_520

    @Test func `a block is at most 64 KiB less the page's header, unless it holds one larger event`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        var random = SeededGenerator(seed: 7)
        for _ in 0..<12 {
            let events = (0..<60).map { _ in
                EventData(
                    type: "T",
                    data: [UInt8](
                        repeating: 1,
                        count: [10, 700, 5_000, 65_000, 65_395, 65_396, 90_000].randomElement(using: &random)!))
            }
            try await store.append(events, to: "s-1")
        }
        for block in try RawLog(store: folder.store).blocks() {
            let count = block.bytes.eventCount
            #expect(block.bytes.count <= Self.largest || count == 1)
        }
        #expect(try RawLog(store: folder.store).blocks().contains { $0.bytes.count > Self.largest })
        await store.close()
    }

    @Test func `a block takes events as long as the next one fits`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        // Header and names 64 + 11; table, record head and data 12 + 40 + 1,000 for each: 62 fit, 63 do not.
        try await store.append(
            (0..<200).map { _ in EventData(type: "Te", data: [UInt8](repeating: 1, count: 1_000)) }, to: "s")
        let counts = try RawLog(store: folder.store).blocks().map { $0.bytes.eventCount }
        #expect(counts.prefix(3) == [62, 62, 62])
        #expect(counts.reduce(0, +) == 200)
        await store.close()
    }

    @Test func `the last block of a group does not waste most of a page`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        // Every size of a commit of small events from a leaf to some pages.
        let record = 12 + 43
        let names = 64 + 4 + 4 + 3 + 1
        let counts = 20...260
        for count in counts {
            try await store.append((0..<count).map { _ in EventData(type: "T", data: [1, 2, 3]) }, to: "s-1")
        }
        var rest = try RawLog(store: folder.store).blocks().map(\.bytes)[...]
        for count in counts {
            var sizes: [Int] = []
            var events = 0
            while events < count, let block = rest.popFirst() {
                sizes.append(block.count)
                events += block.eventCount
            }
            let bytes = names + count * record
            let full = (bytes + 16) / Self.page * Self.page - 16
            let kept = names + max(0, full - names) / record * record
            // The part beyond whole pages goes into a leaf if it is less than a quarter of a page.
            if full > 0, bytes > full, bytes - kept < Self.page / 4 {
                #expect(sizes == [kept, names + bytes - kept])
                #expect(sizes.last.map(Self.wholePages) == 0)
            } else {
                #expect(sizes == [bytes])
            }
        }
        await store.close()
    }

    @Test func `records that do not fit a leaf page stay in their block`() {
        var plan = BlockPlan()
        for _ in 0..<4 { plan.append(planned: 0, stream: 0, type: 0, growth: 1_200) }
        // 64 + 4,800 bytes take two pages, and use little of the second; but one record alone is over 1,024 bytes.
        #expect(plan.economicalCount(pageSize: Self.page) == 4)
        plan.removeAll()
        for _ in 0..<8 { plan.append(planned: 0, stream: 0, type: 0, growth: 560) }
        #expect(plan.economicalCount(pageSize: Self.page) == 7)
    }

    /// The overflow pages that a value takes; none if it lies in a leaf.
    private static func wholePages(of bytes: Int) -> Int {
        bytes <= 2_022 ? 0 : (bytes + 16 + page - 1) / page
    }
}
