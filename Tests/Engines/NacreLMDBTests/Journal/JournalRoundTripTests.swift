import Nacre
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

/// Random groups, draining and crashes, compared with a list of everything that was written.
@Suite(.fewAtOnce) struct JournalRoundTripTests {
    /// What must be in the journal.
    private struct Oracle {
        var groups: [[[UInt8]]] = []
        /// The end of the log before each group, and after the last one.
        var ends: [Block.End]
        /// How many groups LMDB holds durably.
        var drained = 0
        /// The number of the first group's frame.
        let firstNumber: UInt64
    }

    /// How often something happened that a property must cover.
    private struct Tally {
        var wraps = 0
        var skips = 0
        var refusals = 0
        var advances = 0
    }

    @Test func `recovery finds every frame that is not drained, in order, wherever it lies in the ring`() throws {
        var tally = Tally()
        for seed in 0..<8 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let journal = try JournalFolder(pages: 8 + random.below(30))
            var source = BlockSource(after: journal.origin)
            // Each opening finds a journal whose frames LMDB holds.
            for _ in 0..<3 { try run(journal, &source, &random, &tally) }
        }
        #expect(tally.wraps > 20 && tally.skips > 10 && tally.refusals > 20 && tally.advances > 20, "\(tally)")
    }

    private func run(
        _ journal: JournalFolder, _ source: inout BlockSource, _ random: inout SeededGenerator, _ tally: inout Tally
    ) throws {
        var writer = try journal.writer(after: source.end)
        var oracle = Oracle(ends: [source.end], firstNumber: writer.ring.next)
        for _ in 0..<30 {
            let before = source
            let group = source.group(using: &random, dataBytes: 2_500)
            let head = writer.ring.head
            let writeCount = writer.control.writeCount
            if try writer.write(group) == nil {
                tally.refusals += 1
                source = before
                #expect(oracle.drained < oracle.groups.count, "an empty ring takes every group of this test")
            } else {
                oracle.groups.append(group)
                oracle.ends.append(source.end)
                if writer.ring.head < head {
                    tally.wraps += 1
                    tally.skips += head < writer.ring.bounds.upperBound ? 1 : 0
                }
            }
            if random.chance(30) {
                oracle.drained += random.below(oracle.groups.count - oracle.drained + 1)
                writer.drain(through: oracle.firstNumber + UInt64(oracle.drained) - 1)
            }
            if random.chance(5) { try writer.advanceStart() }
            tally.advances += writer.control.writeCount > writeCount ? 1 : 0
            try check(journal, oracle)
        }
    }

    private func check(_ journal: JournalFolder, _ oracle: Oracle) throws {
        let walk = try journal.walk(oracle.ends[oracle.drained])
        let frames = try walk.whole()
        #expect(!walk.isTorn)
        // Drained frames may remain before those that are not.
        let first = oracle.groups.count - frames.count
        try #require(first >= 0 && first <= oracle.drained)
        #expect(frames.map(\.parts) == Array(oracle.groups[first...]))
        #expect(frames.map(\.number) == (first..<oracle.groups.count).map { oracle.firstNumber + UInt64($0) })
        #expect(frames.map(\.before) == Array(oracle.ends[first..<oracle.groups.count]))
        #expect(frames.map(\.end) == Array(oracle.ends[(first + 1)...]))
    }

    @Test func `the journal is the same where the file system does not bypass the page cache`() throws {
        let journal = try JournalFolder(pages: 8, inMemory: false)
        var source = BlockSource(after: journal.origin)
        var writer = try journal.writer(allowsDirect: false)
        #expect(writer.journal.file.syncing == .afterWriting)
        let groups = [[source.block(byteCount: 9_000)], [source.block(byteCount: 200)]]
        for group in groups { try writer.write(group) }
        #expect(try journal.walk().whole().map(\.parts) == groups)
        let direct = try journal.open()
        let buffered = try journal.open(allowsDirect: false)
        #expect(direct.control == buffered.control)
    }
}
