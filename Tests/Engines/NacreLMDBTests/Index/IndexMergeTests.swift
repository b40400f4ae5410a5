import LMDB
import Nacre
import TestTraits
import Testing

@testable import NacreLMDB

@Suite("Merging runs of the index", .fewAtOnce)
struct IndexMergeTests {
    @Test("A snapshot keeps its answers during merges and deletions")
    func snapshots() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        var oracle = IndexOracle(seed: 11, hashes: 9)
        for _ in 0..<8 { try index.extend(&oracle, by: 25, in: folder) }
        try index.read { snapshot throws in
            let before = oracle
            var later = oracle
            try index.extend(&later, by: 25, in: folder)
            var steps = 0
            while try index.maintain() {
                steps += 1
                try before.check(snapshot)
                try index.read { try later.check($0) }
            }
            #expect(steps > 20)
        }
    }

    @Test("The file can be closed after every step and continues there")
    func reopening() throws {
        let folder = try IndexFolder()
        var oracle = IndexOracle(seed: 12, hashes: 9)
        for round in 0..<20 {
            let index = try folder.open()
            try index.extend(&oracle, by: 11 + round, in: folder)
            index.close()
        }
        var steps = 0
        var wentOn = true
        while wentOn {
            let index = try folder.open()
            wentOn = try index.maintain()
            try index.read { try oracle.check($0) }
            index.close()
            steps += 1
        }
        #expect(steps > 20)
        #expect(folder.notices.isEmpty)
    }

    @Test("Two users of one file take turns at extending and merging")
    func turns() throws {
        let folder = try IndexFolder()
        let users = [try folder.open(), try folder.open()]
        defer { for user in users { user.close() } }
        var oracle = IndexOracle(seed: 13, hashes: 9)
        for round in 0..<60 {
            let user = users[round % 2]
            if round % 4 < 2 { try user.extend(&oracle, by: 15, in: folder) } else { _ = try user.maintain() }
            for user in users { try user.read { try oracle.check($0) } }
        }
        var turn = 0
        while try users[turn % 2].maintain() { turn += 1 }
        for user in users { try user.read { try oracle.check($0) } }
    }

    @Test("Steps and batches write no more segments than their limits")
    func bounds() throws {
        let folder = try IndexFolder()
        let limits = IndexLimits.tiny
        let index = try folder.open(limits)
        defer { index.close() }
        var oracle = IndexOracle(seed: 14, hashes: 9)
        for _ in 0..<30 {
            try index.extend(&oracle, by: 30, in: folder)
            let written = try index.keysWritten { _ = try index.maintain() }
            #expect(written.added <= limits.segmentsPerStep)
            #expect(written.removed <= limits.deletionsPerStep)
        }
        var more = true
        while more {
            let written = try index.keysWritten { more = try index.maintain() }
            #expect(written.added <= limits.segmentsPerStep)
            #expect(written.removed <= limits.deletionsPerStep)
        }
    }

    @Test("The limits keep transactions below 4,096 dirty pages")
    func dirtyPages() {
        let limits = IndexLimits()
        // A segment's entry takes 44 bytes of a leaf, and a leaf that was split is half full.
        let leaf = (4_096 - 16) / 44 / 2
        // Beside them the filter: 64 pages for 4,095 blocks of 48 hashes each. In a batch, as many as postings of
        // different hashes have room; in a step of a merge, no more than postings of one hash, and a chunk of which it
        // fills the rest.
        let different = limits.segmentsPerBatch * 6 / 5 * IndexFormat.postingsPerSegment(pageSize: 4_096)
        let equal = limits.segmentsPerStep * 2_016
        let chunk = 48 * 4_095
        for (segments, chunks) in [
            (limits.segmentsPerBatch, different / chunk + 1), (limits.segmentsPerStep, equal / chunk + 2),
        ] {
            #expect(segments + segments / leaf + chunks * 64 + 64 < 4_096)
        }
        #expect(limits.deletionsPerStep / leaf + 64 < 4_096)
    }

    @Test("Merged runs have full segments, and their sources are deleted")
    func space() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        var oracle = IndexOracle(seed: 15, hashes: 9)
        for _ in 0..<8 { try index.extend(&oracle, by: 10, in: folder) }
        #expect(try index.statistics().isMerging)
        try index.maintainAll()
        let statistics = try index.statistics()
        #expect(!statistics.isMerging)
        #expect(statistics.runs == [.stream: 1, .id: 1, .type: 1, .tag: 1])
        #expect(statistics.garbageRuns == 0)
        let perSegment = UInt64(index.postingsPerSegment)
        let full = statistics.entries.values.reduce(0) { $0 + ($1 + perSegment - 1) / perSegment }
        #expect(statistics.segments == full)
        let filters = try index.read { $0.manifest.runs.compactMap { FilterLayout(of: $0)?.chunks }.reduce(0, +) }
        #expect(filters == 3)
        #expect(try index.environment.statistics().entries == Int(full + filters) + 1)
    }

    @Test("A merge of a low level goes before one of a higher level that is under way")
    func lowestFirst() throws {
        let folder = try IndexFolder()
        let index = try folder.open(
            IndexLimits(segmentsPerStep: 1, deletionsPerStep: 1_000, postingsPerSegment: 1))
        defer { index.close() }
        func extend(_ position: Position) throws {
            let posting = Posting(hash: 3, position: position)
            _ = try index.extend { _ in
                IndexBatch(streams: [posting], ids: [], end: folder.checkpoint(position))
            }
        }
        for position in 1...64 as ClosedRange<Position> {
            try extend(position)
            while try index.read({ $0.manifest.runs.filter { $0.level == 0 }.count }) == 8 { _ = try index.maintain() }
        }
        // Deletes the garbage, then begins the merge of level 1.
        while try index.read({ $0.manifest.merges.isEmpty }) { #expect(try index.maintain()) }
        #expect(try index.read { $0.manifest.merges.map(\.output.run.level) } == [2])
        for position in 65...72 as ClosedRange<Position> { try extend(position) }
        _ = try index.maintain()
        #expect(try index.read { $0.manifest.merges.map(\.output.run.level) } == [2, 1])
        #expect(try index.read { $0.manifest.merges.map(\.output.run.segments) } == [1, 1])
        try index.maintainAll()
        #expect(try index.read { try $0.ascending(.stream, 3) } == Array(1...72))
    }
}

extension IndexFile {
    /// The number of segment keys that a step adds and removes.
    func keysWritten(by step: () throws -> Void) throws -> (added: Int, removed: Int) {
        let before = try segmentKeys()
        try step()
        let after = try segmentKeys()
        return (after.subtracting(before).count, before.subtracting(after).count)
    }

    private func segmentKeys() throws -> Set<[UInt8]> {
        try environment.read { transaction in
            var cursor = try transaction.openCursor()
            var keys: Set<[UInt8]> = []
            while let entry = try cursor.next() {
                if SegmentKey.parse(entry.key) != nil { keys.insert(Array(entry.key)) }
            }
            return keys
        }
    }
}
