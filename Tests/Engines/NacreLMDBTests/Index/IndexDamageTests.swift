import Foundation
import LMDB
import Nacre
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

@Suite("Damage to the index", .fewAtOnce)
struct IndexDamageTests {
    /// A file with complete runs and a half finished merge or deletion, and its expected answers.
    private static func make(
        _ limits: IndexLimits = .tiny, deleting: Bool = false
    ) throws -> (IndexFolder, IndexOracle) {
        let folder = try IndexFolder()
        let index = try folder.open(limits)
        var oracle = IndexOracle(seed: 31, hashes: 12)
        for _ in 0..<10 { try index.extend(&oracle, by: 12, in: folder) }
        for _ in 0..<3 { #expect(try index.maintain()) }
        if deleting {
            while try index.read({ $0.manifest.garbage.isEmpty }) { #expect(try index.maintain()) }
            #expect(try index.maintain())
        }
        #expect(try index.read { $0.manifest.merges.isEmpty } == deleting)
        #expect(try index.read { $0.manifest.garbage.isEmpty } != deleting)
        index.close()
        return (folder, oracle)
    }

    /// Opens the file and uses it in every way: it must be correct, discarded or unusable, never wrong.
    private static func isNoticed(_ folder: IndexFolder, _ oracle: IndexOracle) throws -> Bool {
        let before = folder.notices.count
        // Few commits, for the disk's sake.
        let index = try folder.open(IndexLimits(postingsPerSegment: 4))
        defer { index.close() }
        guard folder.notices.count == before else {
            // Recreated, and therefore empty.
            try index.read { try IndexOracle(seed: 31, hashes: 12).check($0) }
            return true
        }
        do {
            try index.read { try oracle.check($0) }
            try index.maintainAll()
            try index.read { try oracle.check($0) }
            return false
        } catch is UnusableIndex {
            return true
        }
    }

    @Test("A flipped bit in the manifest, in a segment or in its key is detected", arguments: 0..<4)
    func flippedBits(seed: UInt64) throws {
        let (folder, oracle) = try Self.make(deleting: seed % 2 == 1)
        let entries = try folder.withEnvironment { try $0.allEntries() }
        let garbage = try folder.garbage()
        let pristine = try Data(contentsOf: URL(fileURLWithPath: folder.path))
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let entry = entries[Int(generator.next() % UInt64(entries.count))]
            let isInKey = generator.next() % 3 == 0
            let part = isInKey ? entry.key : entry.value
            let offset = Int(generator.next() % UInt64(part.count))
            let bit = UInt8(1) << UInt8(generator.next() % 8)
            var damaged = pristine
            // The one-byte key of the manifest occurs in many places.
            let isFlipped = part.count > 1 && damaged.flip(bit, at: offset, ofAll: part)
            try damaged.write(to: URL(fileURLWithPath: folder.path))
            let isGarbage = SegmentKey.runOfPart(under: entry.key).map(garbage.contains) ?? false
            let isNoticed = try Self.isNoticed(folder, oracle)
            // A segment that is to be deleted is not read.
            #expect(isNoticed || isGarbage || !isFlipped, "bit \(bit) at \(offset) of \(part)")
        }
    }

    @Test("A flipped bit in one copy of a key, a leaf's or a branch's, never makes an answer wrong", arguments: 0..<4)
    func branches(seed: UInt64) throws {
        var limits = IndexLimits.tiny
        limits.postingsPerSegment = 1
        let (folder, oracle) = try Self.make(limits)
        let entries = try folder.withEnvironment { environment throws in
            #expect(try environment.statistics().branchPages > 0)
            return try environment.allEntries()
        }
        let pristine = try Data(contentsOf: URL(fileURLWithPath: folder.path))
        let copied = entries.filter { $0.key.count > 1 && pristine.ranges(of: $0.key).count > 1 }
        try #require(!copied.isEmpty)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let entry = copied[Int(generator.next() % UInt64(copied.count))]
            let ranges = pristine.ranges(of: entry.key)
            let range = ranges[Int(generator.next() % UInt64(ranges.count))]
            var damaged = pristine
            damaged[range.lowerBound + Int(generator.next() % 25)] ^= UInt8(1) << UInt8(generator.next() % 8)
            try damaged.write(to: URL(fileURLWithPath: folder.path))
            _ = try Self.isNoticed(folder, oracle)
        }
    }

    @Test("A damaged segment is detected by the reads of it only")
    func atRead() throws {
        let folder = try IndexFolder()
        let index = try folder.open(IndexLimits())
        let postings = (1...10_000).map { Posting(hash: UInt64($0 - 1) / 10, position: $0) }
        _ = try index.extend { _ in IndexBatch(streams: postings, ids: [], end: folder.checkpoint(10_000)) }
        index.close()
        let last = try #require(try folder.withEnvironment { try $0.allEntries() }.last)
        try folder.edit { data in
            let isFlipped = data.flip(1, at: last.value.count - 1, ofAll: last.value)
            #expect(isFlipped)
        }

        let damaged = try folder.open(IndexLimits())
        defer { damaged.close() }
        #expect(folder.notices.isEmpty)
        #expect(try damaged.read { try $0.ascending(.stream, 0) } == Array(1...10))
        let error = try #require(throws: UnusableIndex.self) { try damaged.read { try $0.ascending(.stream, 999) } }
        #expect(error.reason == "the checksum of a segment of run 1 does not match")
        #expect(throws: UnusableIndex.self) { try damaged.read { try $0.count(of: .stream, hash: 999) } }
        #expect(throws: UnusableIndex.self) { try damaged.read { try $0.descending(.stream, 999) } }
        #expect(throws: UnusableIndex.self) { try damaged.read { try $0.allPostings(of: .stream) } }
        try damaged.reset()
        #expect(try damaged.read { try $0.ascending(.stream, 0) } == [])
    }

    @Test("Two swapped segments are detected when they are read")
    func changedPlaces() throws {
        let (folder, oracle) = try Self.make()
        try folder.withEnvironment { environment throws in
            let run = try folder.firstRun(in: environment)
            // Of one size, because opening compares the sizes.
            let pair = try #require(
                run.indices.lazy.compactMap { index in
                    run.dropFirst(index + 1).first { $0.value.count == run[index].value.count }.map { (run[index], $0) }
                }.first)
            try environment.write { (transaction: consuming WriteTransaction) in
                for (place, other) in [pair, (pair.1, pair.0)] {
                    try place.key.withUnsafeBytes { key in
                        try other.value.withUnsafeBytes { try transaction.put(key, $0) }
                    }
                }
                try transaction.commit()
            }
        }
        #expect(try Self.isNoticed(folder, oracle))
        #expect(folder.notices.isEmpty)
    }

    @Test("A segment under the key of another run is detected when it is read")
    func otherRun() throws {
        let folder = try IndexFolder()
        let index = try folder.open()
        for position in [1, 2] as [Position] {
            _ = try index.extend { _ in
                IndexBatch(
                    streams: [Posting(hash: 5, position: position)], ids: [], end: folder.checkpoint(position))
            }
        }
        defer { index.close() }
        let first = Posting(hash: 5, position: 1)
        try index.environment.write { (transaction: consuming WriteTransaction) in
            let value = try #require(
                try SegmentKey(run: 1, first).withBytes { try transaction.get($0).map { Data($0) } })
            try SegmentKey(run: 2, first).withBytes { key in
                try value.withUnsafeBytes { try transaction.put(key, $0) }
            }
            try transaction.commit()
        }
        try index.environment.read { transaction in
            let entries = try transaction.entries()
            let segments = entries.filter { SegmentKey.parse($0.key) != nil }
            #expect(throws: Never.self) { try Segment(segments[0], of: 1) }
            #expect(throws: UnusableIndex.self) { try Segment(segments[1], of: 2) }
        }
    }

    @Test("A missing segment is detected on opening", arguments: ["first", "middle", "last"])
    func vanished(which: String) throws {
        let (folder, oracle) = try Self.make()
        try folder.withEnvironment { environment throws in
            let run = try folder.firstRun(in: environment)
            let gone = which == "first" ? run[0] : which == "last" ? run[run.count - 1] : run[run.count / 2]
            try environment.write { (transaction: consuming WriteTransaction) in
                #expect(try gone.key.withUnsafeBytes { try transaction.delete($0) })
                try transaction.commit()
            }
        }
        #expect(try Self.isNoticed(folder, oracle))
        #expect(folder.notices.count == 1)
    }

    @Test("A segment that disappears while the file is open is detected by the read that needs it")
    func vanishedMeanwhile() throws {
        let (folder, oracle) = try Self.make()
        let index = try folder.open()
        defer { index.close() }
        try folder.withEnvironment { environment throws in
            let run = try folder.firstRun(in: environment)
            try environment.write { (transaction: consuming WriteTransaction) in
                #expect(try run[run.count / 2].key.withUnsafeBytes { try transaction.delete($0) })
                try transaction.commit()
            }
        }
        #expect(throws: UnusableIndex.self) { try index.read { try oracle.check($0) } }
    }

    @Test("An entry that is not a segment, or of an unknown run, is detected on opening", arguments: 0..<3)
    func strangers(which: Int) throws {
        let (folder, oracle) = try Self.make()
        try folder.withEnvironment { environment throws in
            let segment = try folder.firstRun(in: environment)[0]
            var unknown = segment.key
            unknown[3] = 1
            let (key, value) = [
                (Data([2]), segment.value), (segment.key, Data([1, 2, 3])), (unknown, segment.value),
            ][which]
            try environment.write { (transaction: consuming WriteTransaction) in
                try key.withUnsafeBytes { key in try value.withUnsafeBytes { try transaction.put(key, $0) } }
                try transaction.commit()
            }
        }
        #expect(try Self.isNoticed(folder, oracle))
        #expect(folder.notices.count == 1)
    }

    @Test("A truncated file is recreated", arguments: [1, 100, 4_096, 10_000, 20_000])
    func truncated(length: Int) throws {
        let (folder, oracle) = try Self.make()
        try folder.edit { $0 = $0.prefix(length) }
        #expect(try Self.isNoticed(folder, oracle))
        #expect(folder.notices.count == 1)
    }
}

extension IndexFolder {
    /// The runs that are to be deleted.
    func garbage() throws -> Set<UInt64> {
        let index = try open()
        defer { index.close() }
        return Set(try index.read { $0.manifest.garbage })
    }

    /// The segments of the first run that lookups read.
    func firstRun(in environment: Environment) throws -> [(key: Data, value: Data)] {
        let entries = try environment.allEntries()
        let manifest = try entries[0].value.withUnsafeBytes { try IndexManifest($0) }
        return entries.filter { SegmentKey.run(of: $0.key) == manifest.runs[0].id }
    }
}

extension SegmentKey {
    static func run(of key: Data) -> UInt64? {
        key.withUnsafeBytes { parse($0)?.run }
    }

    /// The run that an entry belongs to.
    static func runOfPart(under key: Data) -> UInt64? {
        key.withUnsafeBytes { parse($0)?.run ?? FilterKey.parse($0)?.run }
    }
}

extension Data {
    /// Where the bytes occur.
    func ranges(of part: Data) -> [Range<Int>] {
        var found: [Range<Int>] = []
        while let range = range(of: part, in: (found.last?.upperBound ?? startIndex)..<endIndex) { found.append(range) }
        return found
    }

    /// Flips a bit of every occurrence of some bytes.
    ///
    /// - Returns: Whether there was any.
    mutating func flip(_ bit: UInt8, at offset: Int, ofAll part: Data) -> Bool {
        let ranges = ranges(of: part)
        for range in ranges { self[range.lowerBound + offset] ^= bit }
        return !ranges.isEmpty
    }
}
