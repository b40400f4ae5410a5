import LMDB
import Nacre
import TestTraits
import Testing

@testable import NacreLMDB

@Suite("Looking up in the index", .fewAtOnce)
struct IndexLookupTests {
    @Test("Every answer matches the oracle's after each batch and maintenance step", arguments: [1, 3, 6])
    func oracle(seed: UInt64) throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        var oracle = IndexOracle(seed: seed, hashes: Int(seed) * 4)
        for round in 0..<20 {
            try index.extend(&oracle, by: 1 + round * 7 % 41, in: folder)
            try index.read { try oracle.check($0) }
            // More batches than steps at times, so that merges of several levels are under way together.
            if round % 3 == 0, try index.maintain() { try index.read { try oracle.check($0) } }
        }
        while try index.maintain() { try index.read { try oracle.check($0) } }
        #expect(folder.notices.isEmpty)
    }

    @Test("Three levels of merging change no answer")
    func levels() throws {
        let folder = try IndexFolder()
        let index = try folder.open(IndexLimits(segmentsPerStep: 50, deletionsPerStep: 50, postingsPerSegment: 4))
        defer { index.close() }
        var oracle = IndexOracle(seed: 7, hashes: 30)
        for _ in 0..<(8 * 8 * 8) {
            try index.extend(&oracle, by: 2, in: folder)
            try index.maintainAll()
        }
        let levels = try index.read { $0.manifest.runs.filter { $0.kind == .stream }.map(\.level) }
        #expect(levels == [3])
        try index.read { try oracle.check($0) }
    }

    @Test("All 100,000 positions of a hash are found from both ends and by ordinal")
    func hotTerm() throws {
        let folder = try IndexFolder()
        let index = try folder.open(IndexLimits(), mapSize: 256 << 20)
        defer { index.close() }
        var expected: [Position] = []
        for batch in 0..<10 as Range<UInt64> {
            let positions = (batch * 12_500 + 1)...((batch + 1) * 12_500)
            let postings = positions.map { Posting(hash: $0 % 5 == 0 ? $0 &* 0x9E37_79B9_7F4A_7C15 : 77, position: $0) }
            expected += postings.lazy.filter { $0.hash == 77 }.map(\.position)
            _ = try index.extend { _ in
                IndexBatch(streams: postings, ids: [], end: folder.checkpoint(positions.upperBound))
            }
        }
        #expect(expected.count == 100_000)
        for _ in 0..<2 {
            try index.read { snapshot throws in
                #expect(try snapshot.ascending(.stream, 77) == expected)
                #expect(try snapshot.descending(.stream, 77) == expected.reversed())
                #expect(try snapshot.count(of: .stream, hash: 77) == expected.count)
                for ordinal in stride(from: 0, to: expected.count, by: 997) {
                    #expect(try snapshot.position(ofOrdinal: ordinal, kind: .stream, hash: 77) == expected[ordinal])
                }
            }
            try index.maintainAll()
        }
        #expect(try index.statistics().runs == [.stream: 3])
    }

    @Test("A body that returns false ends the search")
    func enough() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        let postings = (1...40).map { Posting(hash: 5, position: $0) }
        _ = try index.extend { _ in IndexBatch(streams: postings, ids: [], end: folder.checkpoint(40)) }
        try index.read { snapshot throws in
            #expect(try snapshot.ascending(.stream, 5, after: 10, limit: 3) == [11, 12, 13])
            #expect(try snapshot.descending(.stream, 5, from: 10, limit: 3) == [10, 9, 8])
        }
    }

    @Test("Lookups can be nested")
    func nesting() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        var oracle = IndexOracle(seed: 3, hashes: 5)
        for _ in 0..<3 { try index.extend(&oracle, by: 30, in: folder) }
        try index.read { snapshot throws in
            for (hash, positions) in oracle.positions[.stream] ?? [:] {
                var visited: [Position] = []
                try snapshot.forEachPosition(of: .stream, hash: hash, after: 0) { position throws in
                    visited.append(position)
                    #expect(try snapshot.descending(.stream, hash, from: position, limit: 1) == [position])
                    return true
                }
                #expect(visited == positions)
            }
        }
    }

    @Test("An error of the body is rethrown")
    func bodyThrows() throws {
        struct Mine: Error {}
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        var oracle = IndexOracle(seed: 3, hashes: 1)
        try index.extend(&oracle, by: 10, in: folder)
        #expect(throws: Mine.self) {
            try index.read { snapshot throws in
                let hash = try #require(oracle.positions[.stream]?.keys.first)
                try snapshot.forEachPosition(of: .stream, hash: hash, after: 0) { _ in throw Mine() }
            }
        }
    }

    @Test("An empty index has no postings and checkpoint 0")
    func empty() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        try index.read { try IndexOracle(seed: 1, hashes: 2).check($0) }
        #expect(try !index.maintain())
        #expect(folder.notices.isEmpty)
    }
}
