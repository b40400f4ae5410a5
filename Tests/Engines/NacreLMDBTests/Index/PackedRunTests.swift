import LMDB
import Nacre
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

@Suite("Runs of full pages", .fewAtOnce)
struct PackedRunTests {
    /// Batches with one hash at every second position, some at many, and as many that come once as come at all.
    private static func batches(stride: UInt64, seed: UInt64) -> [[Posting]] {
        var generator = SeededGenerator(seed: seed)
        let recurring: [UInt64] = (0..<50).map { _ in generator.next() } + [0, 1, .max, .max - 1]
        return (0..<9 as Range<UInt64>).map { batch in
            (1...4_000 as ClosedRange<UInt64>).map { index -> Posting in
                let gap: UInt64 = generator.next() % stride
                let position = (batch * 4_000 + index) * stride - gap
                switch generator.next() % 4 {
                case 0, 1: return Posting(hash: 77 << 40, position: position)
                case 2: return Posting(hash: recurring[Int(generator.next() % 54)], position: position)
                default: return Posting(hash: generator.next(), position: position)
                }
            }
        }
    }

    private static func extend(_ index: IndexFile, by batch: [Posting], in folder: IndexFolder) throws {
        let end = folder.checkpoint(batch[batch.count - 1].position)
        _ = try index.extend { _ in IndexBatch(streams: batch, ids: [], end: end) }
    }

    @Test(
        "Answers match arrays while a file that is closed after every step merges",
        arguments: [1, 3_000, 1 << 33] as [UInt64])
    func answers(stride: UInt64) throws {
        let folder = try IndexFolder()
        let batches = Self.batches(stride: stride, seed: stride)
        let expected = Dictionary(grouping: batches.joined(), by: \.hash).mapValues { $0.map(\.position) }
        var index = try folder.open(IndexLimits())
        for batch in batches { try Self.extend(index, by: batch, in: folder) }
        index.close()
        var steps = 0
        var wentOn = true
        while wentOn {
            index = try folder.open(IndexLimits(segmentsPerStep: 9, deletionsPerStep: 40))
            defer { index.close() }
            wentOn = try index.maintain()
            steps += 1
            try index.read { try Self.check($0, expected, everything: !wentOn) }
        }
        #expect(steps > 5)
        #expect(folder.notices.isEmpty)
    }

    private static func check(
        _ snapshot: borrowing IndexSnapshot, _ expected: [UInt64: [Position]], everything: Bool
    ) throws {
        for (hash, positions) in expected where everything || positions.count > 1 {
            #expect(try snapshot.ascending(.stream, hash) == positions)
            #expect(try snapshot.descending(.stream, hash) == positions.reversed())
            #expect(try snapshot.count(of: .stream, hash: hash) == positions.count)
            for ordinal in stride(from: 0, to: positions.count, by: 1 + positions.count / 9) {
                let found = try snapshot.position(ofOrdinal: ordinal, kind: .stream, hash: hash)
                #expect(found == positions[ordinal])
                let middle = positions[ordinal]
                let following = positions.dropFirst(ordinal + 1).prefix(1)
                #expect(try snapshot.ascending(.stream, hash, after: middle, limit: 1) == Array(following))
                #expect(try snapshot.descending(.stream, hash, from: middle, limit: 1) == [middle])
            }
        }
        guard everything else { return }
        #expect(try snapshot.allPostings(of: .stream) == expected)
    }

    @Test("A merge in many steps writes the same segments as one step")
    func steps() throws {
        let batches = Self.batches(stride: 5, seed: 4)
        let runs = try [1, 7, 1_000].map { segmentsPerStep in
            let folder = try IndexFolder()
            let index = try folder.open(IndexLimits(segmentsPerStep: segmentsPerStep))
            defer { index.close() }
            for batch in batches { try Self.extend(index, by: batch, in: folder) }
            try index.maintainAll()
            return try index.read { $0.manifest.runs }
        }
        #expect(runs[0].map(\.level) == [1, 0])
        #expect(runs[1] == runs[0])
        #expect(runs[2] == runs[0])
    }

    @Test("Every segment of a run but the last has the promised number of postings")
    func full() throws {
        let folder = try IndexFolder()
        let index = try folder.open(IndexLimits(segmentsPerStep: 2))
        defer { index.close() }
        for batch in Self.batches(stride: 1 << 33, seed: 6) { try Self.extend(index, by: batch, in: folder) }
        try index.maintainAll()
        try index.read { snapshot throws in
            var cursor = try snapshot.openCursor()
            for run in snapshot.manifest.runs {
                var segment = try cursor.segment(of: run, beginningWith: run.first)
                var count = segment.count
                var hashes = Set((0..<segment.hashCount).map { segment.hash(ofGroup: $0) })
                while !segment.isLast {
                    #expect(segment.count >= index.postingsPerSegment)
                    segment = try cursor.segment(of: run, beginningWith: segment.next)
                    count += segment.count
                    hashes.formUnion((0..<segment.hashCount).map { segment.hash(ofGroup: $0) })
                }
                #expect(UInt64(count) == run.entries)
                #expect(UInt64(hashes.count) == run.hashes)
            }
        }
    }

    @Test("A disordered run is detected when it is merged")
    func disorder() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        defer { index.close() }
        for position in 1...8 as ClosedRange<Position> {
            let batch = [Posting(hash: 5, position: position * 10), Posting(hash: 9, position: position * 10)]
            try Self.extend(index, by: batch, in: folder)
        }
        // A segment with a checksum of its own, with a position that the first run has already.
        let run = try index.read { $0.manifest.runs[3] }
        var packer = index.packer()
        let source = [run.first, Posting(hash: 9, position: 10)]
        source.withUnsafeBufferPointer { buffer in
            for place in source.indices { #expect(packer.append(source[place].hash, buffer, place..<(place + 1)) == 1) }
        }
        let header = packer.header(next: .end, rank: 0)
        try index.environment.write { (transaction: consuming WriteTransaction) in
            try SegmentKey(run: run.id, run.first).withBytes { key in
                var bytes = [UInt8](repeating: 0, count: header.byteCount)
                bytes.withUnsafeMutableBytes { packer.write(header, key: key, into: $0) }
                try bytes.withUnsafeBytes { try transaction.put(key, $0) }
            }
            try transaction.commit()
        }
        let error = try #require(throws: UnusableIndex.self) { try index.maintainAll() }
        #expect(error.reason.contains("are not in order"))
    }
}
