import Nacre
import Testing

@testable import NacreLMDB

@Suite("The index's manifest")
struct IndexManifestTests {
    private static let store = StoreID(EventID(high: 1, low: 2))

    private static func run(_ id: UInt64, _ positions: ClosedRange<Position>, level: UInt8 = 0) -> IndexRun {
        var run = IndexRun(id: id, kind: .stream, level: level, positions: positions, maxHashes: 3)
        run.count(Posting(hash: id, position: positions.lowerBound), bytes: 300)
        run.count(postings: 3, hashes: 2)
        return run
    }

    private static func manifest(_ runs: [IndexRun], merges: [IndexMerge] = [], garbage: [UInt64] = []) -> IndexManifest
    {
        IndexManifest(
            checkpoint: Checkpoint(storeID: store, position: 1_000, fingerprint: 77), nextRunID: 100, runs: runs,
            merges: merges, garbage: garbage, eventsPerSecond: 812_345)
    }

    private static func decoded(_ manifest: IndexManifest) throws -> IndexManifest {
        try manifest.encoded().withUnsafeBytes { try IndexManifest($0) }
    }

    @Test("A manifest with runs, merges and garbage survives encoding")
    func roundTrip() throws {
        let runs = (1...9 as ClosedRange<UInt64>).map { Self.run($0, ($0 * 10)...($0 * 10 + 9)) }
        var output = IndexRun(id: 50, kind: .stream, level: 1, positions: 10...89, maxHashes: 18)
        output.count(Posting(hash: 4, position: 12), bytes: 200)
        output.count(postings: 4, hashes: 3)
        let merge = IndexMerge(
            sources: Array(1...8),
            output: RunWriter(resuming: output, last: Posting(hash: 5, position: 13), trailing: 2))
        let manifest = Self.manifest(runs, merges: [merge], garbage: [60, 61])
        #expect(try Self.decoded(manifest) == manifest)
    }

    @Test("Overlapping runs are refused")
    func overlapping() {
        #expect(throws: UnusableIndex.self) {
            try Self.decoded(Self.manifest([Self.run(1, 1...10), Self.run(2, 10...20)]))
        }
    }

    @Test("A run beyond the checkpoint is refused")
    func beyond() {
        #expect(throws: UnusableIndex.self) { try Self.decoded(Self.manifest([Self.run(1, 1...1_001)])) }
    }

    @Test("A run that begins before position 1 or is empty is refused")
    func empty() throws {
        #expect(throws: UnusableIndex.self) { try Self.decoded(Self.manifest([Self.run(1, 0...10)])) }
        let run = IndexRun(id: 1, kind: .stream, level: 0, positions: 1...10, maxHashes: 3)
        #expect(throws: UnusableIndex.self) { try Self.decoded(Self.manifest([run])) }
    }

    @Test("A run whose id was not assigned yet is refused")
    func number() {
        #expect(throws: UnusableIndex.self) { try Self.decoded(Self.manifest([Self.run(100, 1...10)])) }
    }

    @Test("A run that is both in use and to be deleted is refused")
    func garbage() {
        #expect(throws: UnusableIndex.self) { try Self.decoded(Self.manifest([Self.run(1, 1...10)], garbage: [1])) }
    }

    @Test("A merge without its sources is refused")
    func merge() {
        let output = IndexRun(id: 50, kind: .stream, level: 1, positions: 10...89, maxHashes: 18)
        let merge = IndexMerge(sources: Array(1...8), output: RunWriter(output))
        #expect(throws: UnusableIndex.self) { try Self.decoded(Self.manifest([], merges: [merge])) }
    }

    @Test("Every flipped bit of a manifest is detected")
    func flippedBits() {
        let runs = [Self.run(1, 1...10), Self.run(2, 11...20)]
        let encoded = Self.manifest(runs, garbage: [60]).encoded()
        for bit in 0..<(8 * encoded.count) {
            var damaged = encoded
            damaged[bit / 8] ^= UInt8(1) << UInt8(bit % 8)
            #expect(throws: UnusableIndex.self) { try damaged.withUnsafeBytes { try IndexManifest($0) } }
        }
    }

    @Test("Every prefix of a manifest is refused")
    func prefixes() {
        let encoded = Self.manifest([Self.run(1, 1...10)]).encoded()
        for length in 0..<encoded.count {
            #expect(throws: UnusableIndex.self) {
                try encoded.withUnsafeBytes { try IndexManifest($0.part(from: 0, to: length)) }
            }
        }
    }
}
