import ChildProcesses
import Foundation
import InMemoryLogging
import Logging
import Nacre
import PeerMessages
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

/// Processes that are killed while they append through their journal.
@Suite(.fewAtOnce, .timeLimit(.minutes(30))) struct JournalKillTests {
    /// The number of kills of a test; more of them with the environment variable `NACRE_KILL_ROUNDS`.
    private static let rounds =
        ProcessInfo.processInfo.environment["NACRE_KILL_ROUNDS"].flatMap { Int($0) } ?? 12

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// How many kills found the journal in use, and with frames that the log lacked.
    private struct Tally {
        var inUse = 0
        var missing = 0
        var visits = 0
        var recoveries = 0
        var stillInUse = 0

        mutating func add(_ left: LeftJournal) {
            inUse += left.isInUse ? 1 : 0
            missing += left.missing > 0 ? 1 : 0
        }
    }

    /// A process with a ring of few pages, so that frames wrap around, and groups of more than two batches go to the
    /// log directly.
    private static let arguments = ["--eager-journal", "--journal-bytes", "65536", "--direct-bytes", "1500"]

    private func create() async throws {
        await (try await LMDBEventStore.open(at: folder.store, options: .small())).close()
    }

    private func check(atLeast announced: [String: Int]) async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: .small(createsStore: false))
        try await KilledAppender.expectWholeBatches(in: store, atLeast: announced)
        await store.close()
    }

    @Test func `a process killed while it writes frames leaves whole commits and every acknowledged one`()
        async throws
    {
        try await create()
        var random = SeededGenerator(seed: 7)
        var tally = Tally()
        for _ in 1...Self.rounds {
            let announced = try await KilledAppender.kill(
                of: folder.store, Self.arguments, after: Int.random(in: 1...150, using: &random),
                pause: .microseconds(Int.random(in: 0...20_000, using: &random)))
            #expect(!announced.isEmpty)
            tally.add(try LeftJournal(store: folder.store))
            try await check(atLeast: announced)
        }
        #expect(tally.inUse > Self.rounds / 2)
        #expect(tally.missing > 0)
    }

    @Test func `a process killed again and again while it recovers a journal loses nothing`() async throws {
        try await create()
        var random = SeededGenerator(seed: 8)
        var tally = Tally()
        for _ in 1...Self.rounds {
            // Nothing is drained, so that recovery has much to do.
            let announced = try await KilledAppender.kill(
                of: folder.store, ["--eager-journal", "--journal-bytes", "4194304", "--undrained"],
                after: Int.random(in: 200...400, using: &random), pause: .zero)
            tally.add(try LeftJournal(store: folder.store))
            for _ in 0..<3 {
                let peer = try await Peer(store: folder.store).start(.open)
                try await Task.sleep(for: .microseconds(Int.random(in: 0...200_000, using: &random)))
                if peer.isRunning { peer.send(SIGKILL) }
                _ = try await peer.ending()
                tally.stillInUse += try LeftJournal(store: folder.store).isInUse ? 1 : 0
            }
            try await check(atLeast: announced)
        }
        #expect(tally.missing > Self.rounds / 2)
        #expect(tally.stillInUse > 0)
    }

    @Test func `a process killed while another one opens and closes its store leaves every acknowledged commit`()
        async throws
    {
        try await create()
        var random = SeededGenerator(seed: 9)
        var tally = Tally()
        var rounds = 0
        // Until a process was killed while its journal was in use.
        while rounds < Self.rounds || tally.recoveries + tally.inUse == 0 {
            rounds += 1
            let announcements = Int.random(in: 20...300, using: &random)
            let pause = Duration.microseconds(Int.random(in: 0...20_000, using: &random))
            async let announcing = KilledAppender.kill(
                of: folder.store, Self.arguments, after: announcements, pause: pause)
            let isOver = Flag()
            let visiting = Task { try await visit { isOver.isRaised } }
            let announced = try await announcing
            isOver.raise()
            let visits = try await visiting.value
            tally.visits += visits.count
            tally.recoveries += visits.recoveries
            tally.add(try LeftJournal(store: folder.store))
            try await check(atLeast: announced)
            let store = try await LMDBEventStore.open(at: folder.store, options: .small(createsStore: false))
            #expect(try await store.version(of: "visits-1") == visits.version)
            await store.close()
        }
        #expect(tally.visits > Self.rounds)
    }

    /// What openings beside the process that is killed have done.
    private struct Visits {
        var count = 0
        /// The version of the stream `visits-1`.
        var version: StreamVersion = 0
        /// How many openings recovered a journal.
        var recoveries = 0
    }

    /// Opens the store, appends through its own journal if it can, and closes it, again and again.
    private func visit(until isOver: @Sendable () -> Bool) async throws -> Visits {
        let log = Logged()
        var options = LMDBEventStore.Options.small(createsStore: false, logger: log.logger)
        options.makeJournalEager()
        options.journal.fileBytes = 65_536
        var visits = Visits()
        repeat {
            let store = try await LMDBEventStore.open(at: folder.store, options: options)
            let found = try await store.version(of: "visits-1")
            if visits.count > 0 { #expect(found == visits.version) }
            visits.version = found
            for _ in 0..<3 {
                try await store.append(
                    [EventData(type: "Visited", data: [])], to: "visits-1", expecting: .exact(visits.version))
                visits.version += 1
            }
            await store.close()
            visits.count += 1
            // The other process is alone for a while, and takes its journal into use again.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...80)))
        } while !isOver()
        visits.recoveries = log.entries.count { "\($0.message)" == LogMessage.journalRecovered.rawValue }
        return visits
    }
}
