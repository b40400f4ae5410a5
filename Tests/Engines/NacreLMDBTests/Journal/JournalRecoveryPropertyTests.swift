import LMDB
import Nacre
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

/// Random groups, draining, deaths and torn frames, compared with a list of everything that was acknowledged.
@Suite(.fewAtOnce) struct JournalRecoveryPropertyTests {
    /// How often something happened that the property must cover.
    private struct Tally {
        var full = 0
        var direct = 0
        var torn = 0
        var deaths: [JournaledLog.Death: Int] = [:]
        var ended = 0
        var recovered = 0
    }

    @Test func `whatever was acknowledged is in the log after a recovery, and nothing else`() throws {
        var tally = Tally()
        for seed in 0..<12 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var log = try JournaledLog(pages: 8 + random.below(24))
            log.commitBytes = 1 + random.below(20_000)
            for _ in 0..<8 {
                // Up to two deaths during recovery.
                for _ in 0..<random.below(3) {
                    _ = try log.open(steps: random.below(6))
                    if let death = log.death { tally.deaths[death, default: 0] += 1 }
                }
                let writer = try log.opened()
                try #require(try log.contents().blocks == log.acknowledged, "seed \(seed)")
                try run(&log, writer, &random, &tally)
                tally.recovered += log.groups.isEmpty ? 0 : 1
            }
        }
        #expect(
            tally.full > 10 && tally.direct > 20 && tally.torn > 20 && tally.recovered > 50 && tally.ended > 10,
            "\(tally)")
        let enough: [JournaledLog.Death: Int] = [.whileDraining: 10, .beforeLastCommit: 1, .beforeEnd: 5, .afterEnd: 5]
        #expect(enough.allSatisfy { tally.deaths[$0.key, default: 0] >= $0.value }, "\(tally)")
    }

    /// Appends groups, then ends the use of the journal or dies, perhaps while a frame is written.
    private func run(
        _ log: inout JournaledLog, _ opened: consuming JournalWriter, _ random: inout SeededGenerator,
        _ tally: inout Tally
    ) throws {
        var writer = opened
        for _ in 0..<random.below(20) {
            let before = log.source
            let group = log.source.group(using: &random, dataBytes: 2_500)
            if random.chance(10) {
                try log.appendDirectly(group, with: &writer)
                tally.direct += 1
            } else if try !log.write(group, with: &writer) {
                tally.full += 1
                log.source = before
                try log.drain(1 + random.below(log.groups.count), with: &writer)
            }
            if random.chance(20) { try log.drain(random.below(log.groups.count + 1), with: &writer) }
            if random.chance(5) { try writer.advanceStart() }
        }
        if random.chance(20) {
            try log.end(writer)
            tally.ended += 1
            // Other programs may append then.
            if random.chance(50) { try log.appendElsewhere(log.source.group(using: &random)) }
        } else if random.chance(60) {
            tally.torn += try tear(&log, writer, &random) ? 1 : 0
        }
    }

    /// Writes a frame of which only a part arrives, and which is not acknowledged.
    ///
    /// - Returns: Whether it was begun: the ring had room.
    private func tear(
        _ log: inout JournaledLog, _ opened: consuming JournalWriter, _ random: inout SeededGenerator
    ) throws -> Bool {
        var writer = opened
        let before = log.source
        defer { log.source = before }
        let journal = try log.folder.bytes("journal")
        guard try writer.write(log.source.group(using: &random, dataBytes: 2_500)) != nil else { return false }
        let range = (writer.ring.head - JournalLayout.pageBytes)..<writer.ring.head
        // The last page did not arrive, or only a part of it.
        let rest = range.dropFirst(random.below(64))
        try log.changeJournal { $0.replaceSubrange(rest, with: journal[rest]) }
        return true
    }
}
