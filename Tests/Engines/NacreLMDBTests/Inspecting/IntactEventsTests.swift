import Foundation
import Nacre
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

/// Reading around damage: every event outside of it is found as it was, and the list of damage covers the others.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct IntactEventsTests {
    /// Opens a store as the commands that read around damage do.
    private func open(_ folder: TemporaryFolder) async throws -> LMDBEventStore {
        let storage = try await LMDBEngine(at: folder.store, options: .unsynced()).open(for: .checking)
        return try #require(storage.inspection as? LMDBEventStore)
    }

    @Test func `an undamaged log is read whole, in parts`() async throws {
        let folder = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        let first = try await store.intactEvents(from: 1)
        #expect(first.events == [] && first.damage == [] && first.next == nil)
        for _ in 0..<5 {
            try await store.append(
                (0..<1_500).map { _ in EventData(type: "T", data: [UInt8](repeating: 7, count: 900)) }, to: "s-1")
        }
        let found = try await store.allIntactEvents()
        #expect(found.parts > 1)
        #expect(found.damage == [])
        #expect(found.events == (try await store.readLog().collect()))
        await store.close()
    }

    @Test(arguments: 0..<24 as Range<UInt64>) func `all events outside of random damage are found`(
        seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let damaged = try await DamagedStore()
        var lost: Set<Position> = []
        var isEndLost = false
        for block in (0..<9).shuffled(using: &random).prefix(1 + random.below(4)) {
            guard let part = DamagedStore.Part.allCases.randomElement(using: &random) else { continue }
            let positions = try damaged.damage(part, ofBlock: block).positions
            lost.formUnion(positions)
            isEndLost = isEndLost || (block == 8 && part != .record)
        }
        try await expect(lost, isEndLost: isEndLost, of: damaged, "seed \(seed)")
        // A damaged index does not matter.
        try Data("not what it was".utf8).write(to: URL(fileURLWithPath: damaged.folder.store + "/index.mdb"))
        try await expect(lost, isEndLost: isEndLost, of: damaged, "seed \(seed), without an index")
    }

    private func expect(
        _ lost: Set<Position>, isEndLost: Bool, of damaged: DamagedStore, _ place: String
    ) async throws {
        let store = try await open(damaged.folder)
        let found = try await store.allIntactEvents()
        await store.close()
        #expect(found.events == damaged.events.filter { !lost.contains($0.position) }, "\(place)")
        #expect(found.lost(upTo: 45) == lost, "\(place): \(found.damage)")
        #expect((found.damage.last?.last == nil && !lost.isEmpty) == isEndLost, "\(place): \(found.damage)")
    }

    @Test func `a missing block is listed, and the blocks beside it are read`() async throws {
        let damaged = try await DamagedStore()
        try RawLog(store: damaged.folder.store).delete(at: 16)
        let store = try await open(damaged.folder)
        let found = try await store.allIntactEvents()
        await store.close()
        #expect(found.events == damaged.events.filter { !(16...20).contains($0.position) })
        #expect(found.lost(upTo: 45) == Set(16...20))
    }

    @Test func `a block of another log is read, and said not to be proven`() async throws {
        let (damaged, other) = (try await DamagedStore(), try await DamagedStore())
        let block = other.blocks[4]
        try RawLog(store: damaged.folder.store).put(block.bytes, at: block.position)
        let store = try await open(damaged.folder)
        let found = try await store.allIntactEvents()
        await store.close()
        #expect(found.events.map(\.position) == Array(1...45))
        // The foreign block, and the one after it, which refers to the block that was there.
        #expect(found.damage.map(\.isLost) == [false])
        #expect(found.damage.map(\.first) == [21])
        #expect(found.damage.map(\.last) == [30])
    }

    /// The events of the blocks that a page of the file does not hold; `nil` if the page leads to blocks.
    private func events(outside page: Int, in file: Data, of damaged: DamagedStore) -> [RecordedEvent]? {
        var lost: Set<Position> = []
        for (position, bytes) in damaged.blocks where bytes.count > 4_096 {
            guard let range = file.range(of: Data(bytes)) else { return nil }
            guard (range.lowerBound / 4_096...(range.upperBound - 1) / 4_096).contains(page) else { continue }
            lost.formUnion(position..<position + Position(bytes.eventCount))
        }
        // Bits 0 and 1 of the flags mark pages that lead to others, and leaves.
        guard !lost.isEmpty || file[page * 4_096 + 10] & 3 == 0 else { return nil }
        return damaged.events.filter { !lost.contains($0.position) }
    }

    @Test func `whatever page of the file is damaged, what is outside is found as it was, and the rest is listed`()
        async throws
    {
        let damaged = try await DamagedStore()
        let path = URL(fileURLWithPath: damaged.folder.store + "/log.mdb")
        let whole = try Data(contentsOf: path)
        var values = 0
        for page in 2..<whole.count / 4_096 {
            let outside = events(outside: page, in: whole, of: damaged)
            if outside.map({ $0.count < 45 }) ?? false { values += 1 }
            for offset in [0, 12, 40, 2_048, nil] {
                var file = whole
                if let offset {
                    file[page * 4_096 + offset] ^= 0x55
                } else {
                    file.resetBytes(in: page * 4_096..<(page + 1) * 4_096)
                }
                try await expectIntact(file, outside: outside, of: damaged, "page \(page), \(offset ?? -1)")
            }
        }
        #expect(values >= 9)
    }

    @Test func `a log that has lost its end is read as far as its pages are there`() async throws {
        let damaged = try await DamagedStore()
        let whole = try Data(contentsOf: URL(fileURLWithPath: damaged.folder.store + "/log.mdb"))
        var counts: Set<Int> = []
        for pages in 2..<whole.count / 4_096 {
            let count = try await expectIntact(
                whole.prefix(pages * 4_096), outside: nil, of: damaged, "\(pages) pages")
            counts.insert(count ?? 0)
        }
        // How much is found depends on where LMDB has put the root; no cut file ends the process or hides a loss.
        #expect(!counts.isEmpty)
    }

    /// Reads a damaged file around its damage.
    ///
    /// - Returns: The number of events found; `nil` if the file cannot be opened.
    @discardableResult
    private func expectIntact(
        _ file: Data, outside: [RecordedEvent]?, of damaged: DamagedStore, _ place: String
    ) async throws -> Int? {
        let log = URL(fileURLWithPath: damaged.folder.store + "/log.mdb")
        try file.write(to: log)
        try DerivedFile.discard(at: damaged.folder.store + "/index.mdb")
        do {
            let store = try await open(damaged.folder)
            let found = try await store.allIntactEvents()
            await store.close()
            let known = Set(found.events.map(\.position))
            #expect(found.events == damaged.events.filter { known.contains($0.position) }, "\(place)")
            // With a damaged list of free pages, it is unknown whether commits follow.
            #expect(known.union(found.lost(upTo: 45)).isSuperset(of: 1...45), "\(place)")
            if let outside { #expect(known.isSuperset(of: outside.map(\.position)), "\(place)") }
            #expect(!found.damage.contains { $0.reason.contains("restore") }, "\(place): \(found.damage)")
            // Nothing has been written.
            #expect(try Data(contentsOf: log) == file, "\(place)")
            return found.events.count
        } catch let error as EventStoreError {
            // The root, or the leaf with the header of the store.
            #expect([.damaged, .notAStore].contains(error.code), "\(place): \(error)")
            #expect(outside == nil, "\(place): \(error)")
            return nil
        }
    }

    @Test func `a log with a damaged page is opened for diagnosis alone`() async throws {
        let damaged = try await DamagedStore()
        let path = URL(fileURLWithPath: damaged.folder.store + "/log.mdb")
        var file = try Data(contentsOf: path)
        let large = try #require(damaged.blocks.first { $0.bytes.count > 4_096 })
        let start = try #require(file.range(of: Data(large.bytes))).lowerBound / 4_096 * 4_096
        file.resetBytes(in: start..<start + 4_096)
        try RawLog(store: damaged.folder.store).overwrite(with: file)
        let engine = LMDBEngine(at: damaged.folder.store, options: .unsynced())
        for purpose in [StoragePurpose.reading, .rebuilding, .writing] {
            let error = await #expect(throws: EventStoreError.self) { try await engine.open(for: purpose) }
            #expect(error?.code == .damaged)
        }
        let storage = try await engine.open(for: .checking)
        let event = EventData(type: "T", data: [])
        let refused = await #expect(throws: EventStoreError.self) { try await storage.store.append([event], to: "s") }
        #expect(refused?.code == .appendsStopped)
        await storage.close()
        #expect(try Data(contentsOf: path) == file)
    }
}
