import Foundation
import LMDB
import Nacre
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

@Suite("Filters of the index's runs", .fewAtOnce)
struct IndexFilterTests {
    /// Hashes that are spread, that all have one block, that are all the same, and those at the ends.
    private static let shapes: [String: @Sendable (UInt64) -> UInt64] = [
        "spread": { $0 &* 0x9E37_79B9_7F4A_7C15 },
        "of one block": { 0xABCD_EF00_0000_0000 | $0 },
        "equal": { _ in 0x1234_5678_9ABC_DEF0 },
        "least": { $0 },
        "greatest": { .max - $0 },
    ]

    @Test func `a run's filter has as many chunks as its blocks fill`() throws {
        for (blocks, chunks) in [(1, 1), (4_094, 1), (4_095, 1), (4_096, 2), (8_190, 2), (8_191, 3)]
            as [(UInt64, UInt64)]
        {
            let run = IndexRun(
                id: 1, kind: .stream, level: 0, positions: 1...10,
                maxHashes: (blocks - 1) * FilterLayout.hashesPerBlock)
            let layout = try #require(FilterLayout(of: run))
            #expect(layout.blocks == blocks)
            #expect(layout.chunks == chunks, "\(blocks)")
        }
    }

    private static func extend(
        _ index: IndexFile, _ folder: IndexFolder, _ shape: (UInt64) -> UInt64, by count: UInt64
    ) throws {
        let start = try index.read { $0.checkpoint.position }
        let ids = ((start + 1)...(start + count)).map { Posting(hash: shape($0), position: $0) }
        let end = folder.checkpoint(start + count)
        _ = try index.extend { _ in IndexBatch(streams: [], ids: ids, end: end) }
    }

    /// The number of hashes that the filters of the runs do not exclude, counted for each run.
    private static func allowed(_ hashes: some Sequence<UInt64>, _ index: IndexFile) throws -> Int {
        try index.read { snapshot in
            var cursor = try snapshot.openCursor()
            var count = 0
            for run in snapshot.manifest.runs {
                for hash in hashes where try snapshot.filters.mayContain(hash, run, &cursor) { count += 1 }
            }
            return count
        }
    }

    @Test(
        "A filter never excludes a hash of its run, also during merges",
        arguments: shapes.keys.sorted())
    func noDenial(shape: String) throws {
        let make = try #require(Self.shapes[shape])
        let folder = try IndexFolder()
        let index = try folder.open(IndexLimits(segmentsPerStep: 3, segmentsPerBatch: 512, postingsPerSegment: 50))
        defer { index.close() }
        for round in 0..<9 as Range<UInt64> { try Self.extend(index, folder, make, by: 1 + round * 90) }
        repeat {
            try index.read { snapshot throws in
                var cursor = try snapshot.openCursor()
                for run in snapshot.manifest.runs {
                    for position in run.firstPosition...run.lastPosition {
                        #expect(try snapshot.filters.mayContain(make(position), run, &cursor))
                    }
                }
            }
        } while try index.maintain()
        #expect(try index.statistics().runs == [.id: 2])
    }

    @Test("A filter of several chunks excludes no present hash and nearly all absent ones")
    func chunks() throws {
        let folder = try IndexFolder()
        let index = try folder.open(IndexLimits(segmentsPerStep: 100), mapSize: 256 << 20)
        defer { index.close() }
        let make: (UInt64) -> UInt64 = { ($0 ^ $0 << 40) &* 0x9E37_79B9_7F4A_7C15 }
        for _ in 0..<8 { try Self.extend(index, folder, make, by: 50_000) }
        try index.maintainAll()
        let layout = try #require(try index.read { $0.manifest.runs.first.flatMap { FilterLayout(of: $0) } })
        #expect(layout.chunks == 3)
        let count: UInt64 = 400_000
        #expect(try Self.allowed((1...count).lazy.map(make), index) == Int(count))
        let inVain = try Self.allowed((count + 1...2 * count).lazy.map(make), index)
        #expect(inVain < Int(count) / 50)
        #expect(inVain > 0)
        index.close()
        let again = try folder.open(mapSize: 256 << 20)
        defer { again.close() }
        #expect(folder.notices.isEmpty)
    }

    @Test("A lookup of an absent hash reads no segment of a run whose filter excludes it")
    func noSegment() throws {
        let folder = try IndexFolder()
        var index = try folder.open(IndexLimits())
        try Self.extend(index, folder, { $0 << 54 }, by: 1_000)
        // An excluded hash between two present ones.
        let absent = try index.read { snapshot -> UInt64 in
            var cursor = try snapshot.openCursor()
            let run = snapshot.manifest.runs[0]
            let hashes = (1...1_000 as ClosedRange<UInt64>).map { $0 << 54 + 1 }
            return try #require(try hashes.first { try !snapshot.filters.mayContain($0, run, &cursor) })
        }
        index.close()
        // With every segment damaged, reading any of them throws.
        let segments = try folder.withEnvironment { try $0.allEntries() }.filter { SegmentKey.run(of: $0.key) != nil }
        for segment in segments { try folder.flip(1, at: segment.value.count - 1, of: segment) }
        index = try folder.open(IndexLimits())
        defer { index.close() }
        #expect(try index.read { try $0.descending(.id, absent) } == [])
        #expect(try index.read { try $0.ascending(.id, absent) } == [])
        #expect(try index.read { try $0.count(of: .id, hash: absent) } == 0)
        #expect(try index.read { try $0.marks(of: [absent, absent], .id) } == [false, false])
        #expect(throws: UnusableIndex.self) { try index.read { try $0.marks(of: [absent, 7 << 54], .id) } }
        #expect(throws: UnusableIndex.self) { try index.read { try $0.descending(.id, 7 << 54) } }
    }

    @Test("A flipped bit in a filter is detected by the lookup of its block", arguments: 0..<20)
    func flippedBit(seed: UInt64) throws {
        let folder = try IndexFolder()
        var index = try folder.open(IndexLimits())
        try Self.extend(index, folder, { $0 &* 0x9E37_79B9_7F4A_7C15 }, by: 1_000)
        index.close()
        let filter = try #require(
            try folder.withEnvironment { try $0.allEntries() }.first {
                $0.key.withUnsafeBytes { FilterKey.parse($0) } != nil
            })
        var generator = SeededGenerator(seed: seed)
        let offset = Int(generator.next() % UInt64(filter.value.count))
        try folder.flip(1 << UInt8(generator.next() % 8), at: offset, of: filter)
        index = try folder.open(IndexLimits())
        defer { index.close() }
        #expect(folder.notices.isEmpty)
        let layout = try #require(try index.read { $0.manifest.runs.first.flatMap { FilterLayout(of: $0) } })
        for position in 1...1_000 as ClosedRange<Position> {
            let hash = position &* 0x9E37_79B9_7F4A_7C15
            let block = layout.offset(ofBlock: layout.block(of: hash))
            if (block..<block + FilterBlock.byteCount).contains(offset) || offset < FilterLayout.paddingBytes {
                #expect(throws: UnusableIndex.self) { try index.read { try $0.descending(.id, hash) } }
                #expect(throws: UnusableIndex.self) { try index.read { try $0.marks(of: [1, hash], .id) } }
            } else {
                #expect(try index.read { try $0.descending(.id, hash) } == [position])
                #expect(try index.read { try $0.marks(of: [hash], .id) } == [true])
            }
        }
    }

    @Test(
        "A missing filter chunk, or one of an unknown run, is detected on opening",
        arguments: [true, false])
    func chunkKeys(isMissing: Bool) throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        try Self.extend(index, folder, { $0 << 50 }, by: 100)
        index.close()
        try folder.withEnvironment { environment throws in
            try environment.write { (transaction: consuming WriteTransaction) in
                if isMissing {
                    #expect(try FilterKey(run: 1, chunk: 0).withBytes { try transaction.delete($0) })
                } else {
                    try FilterKey(run: 9, chunk: 0).withBytes { key in
                        try [UInt8](repeating: 0, count: 64).withUnsafeBytes { try transaction.put(key, $0) }
                    }
                }
                try transaction.commit()
            }
        }
        let again = try folder.open()
        defer { again.close() }
        #expect(folder.notices.count == 1)
    }

    @Test("Runs whose filters share a cache entry are not confused")
    func sharedPlace() throws {
        let folder = try IndexFolder()
        let index = try folder.open(IndexLimits())
        defer { index.close() }
        let make: (UInt64) -> UInt64 = { $0 &* 0x9E37_79B9_7F4A_7C15 }
        var shared = 0
        var count: UInt64 = 0
        // So long that a run of many batches meets one whose number is greater by the number of places, 128.
        while shared < 3, count < 1_000 {
            count += 1
            try Self.extend(index, folder, make, by: 1)
            try index.maintainAll()
            let places = try index.read { $0.manifest.runs.map { $0.id % 128 } }
            guard Set(places).count < places.count else { continue }
            shared += 1
            let hashes = (1...count).map(make)
            #expect(try index.read { try $0.marks(of: hashes, .id) } == hashes.map { _ in true })
            #expect(try Self.allowed(hashes, index) >= hashes.count)
        }
        #expect(shared == 3)
    }

    @Test("A filter is sized by the distinct hashes of its run")
    func size() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        for _ in 0..<8 { try Self.extend(index, folder, { ($0 % 100) << 50 }, by: 2_000) }
        try index.maintainAll()
        let run = try #require(try index.read { $0.manifest.runs.first })
        #expect(run.entries == 16_000)
        #expect(run.hashes == 100)
        // The sources have 100 each.
        #expect(run.filterBlocks == 800 / 48 + 1)
    }

    @Test("Filters are deleted with their runs")
    func deletion() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        for _ in 0..<8 { try Self.extend(index, folder, { $0 << 50 }, by: 60) }
        try index.maintainAll()
        let run = try index.read { $0.manifest.runs[0].id }
        index.close()
        let runs = try folder.withEnvironment { try $0.allEntries() }.compactMap {
            $0.key.withUnsafeBytes { FilterKey.parse($0)?.run }
        }
        #expect(runs == [run])
    }
}

extension IndexFolder {
    /// Flips a bit of a value; the file must not be open.
    fileprivate func flip(_ bit: UInt8, at offset: Int, of entry: (key: Data, value: Data)) throws {
        var value = [UInt8](entry.value)
        value[offset] ^= bit
        try withEnvironment { environment throws in
            try environment.write { (transaction: consuming WriteTransaction) in
                try entry.key.withUnsafeBytes { key in
                    try value.withUnsafeBytes { try transaction.put(key, $0) }
                }
                try transaction.commit()
            }
        }
    }
}
