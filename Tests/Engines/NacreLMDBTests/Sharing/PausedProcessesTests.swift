import ChildProcesses
import Foundation
import Nacre
import NacreLMDB
import PeerMessages
import TestFolders
import TestTraits
import Testing

/// Processes that are stopped and resumed at random while they write, project and read one store.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct PausedProcessesTests {
    private static let eventsOfPeer = 3_000
    /// The minimum number of pauses.
    private static let pauses = 20

    private let folder: TemporaryFolder
    private let pauses = Pauses()

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `paused processes give no wrong answer and all finish`() async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        let isOver = Flag()
        let pausing = Task { try await pauses.run() }

        async let left = run(.contend(name: "left", events: Self.eventsOfPeer), as: PeerContest.self)
        async let right = run(.contend(name: "right", events: Self.eventsOfPeer), as: PeerContest.self)
        async let projections = projectUntil { isOver.isRaised }
        async let appended = appendUntil(store) { isOver.isRaised }
        async let reads = readUntil(store) { isOver.isRaised }
        let contests = try await [left, right]
        // On a fast machine they end before they were stopped often: the projecting ones continue.
        while pauses.count <= Self.pauses { try await Task.sleep(for: .milliseconds(5)) }
        isOver.raise()
        let own = try await appended
        #expect(try await reads > 0)
        #expect(try await projections > 0)
        pausing.cancel()
        try await pausing.value

        for contest in contests {
            #expect(contest.acknowledged == Self.eventsOfPeer)
            #expect(contest.falseConflicts == 0)
        }
        #expect(try await store.head() == Position(2 * Self.eventsOfPeer + own))
        #expect(try await store.version(of: "own-1") == StreamVersion(own))
        let findings = Notices()
        _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
        #expect(findings.all == [])

        var expected: [String: Int] = [:]
        for try await event in store.readLog() { expected[event.stream.text, default: 0] += 1 }
        _ = try await run(.project(batch: 1_000), as: PeerAnswer.self)
        let models = try await LMDBReadModelStore.open(at: folder.store + "/views.mdb", mapSize: 32 << 20)
        #expect(try models.read("counts") { try Counting.counts($0) } == expected)
        models.close()
        await store.close()
    }

    /// Runs another process to its end, with pauses.
    private func run<Answer: Decodable & Sendable>(_ job: PeerJob, as type: Answer.Type) async throws -> Answer {
        let process = try await Peer(store: folder.store, arguments: ["--unsynced"]).start(job)
        pauses.add(process)
        let data = try await process.output()
        let ending = try await process.ending()
        guard ending == .exit(0) else { throw PeerFailure(ending: ending) }
        return try JSONDecoder().decode(type, from: data)
    }

    /// Has two processes at a time bring a read model up to the head.
    private func projectUntil(_ isOver: @Sendable () -> Bool) async throws -> Int {
        var rounds = 0
        while !isOver() {
            async let first = run(.project(batch: 50), as: PeerAnswer.self)
            async let second = run(.project(batch: 70), as: PeerAnswer.self)
            _ = try await (first.result(), second.result())
            rounds += 1
        }
        return rounds
    }

    private func appendUntil(_ store: LMDBEventStore, _ isOver: @Sendable () -> Bool) async throws -> Int {
        var version: StreamVersion = 0
        while !isOver() {
            try await store.append([EventData(type: "T", data: [])], to: "own-1", expecting: .exact(version))
            version += 1
            try await Task.sleep(for: .milliseconds(1))
        }
        return Int(version)
    }

    private func readUntil(_ store: LMDBEventStore, _ isOver: @Sendable () -> Bool) async throws -> Int {
        var rounds = 0
        var last: Position = 0
        while !isOver() {
            let head = try await store.head()
            var next: Position = 1
            for try await event in store.readLog() {
                #expect(event.position == next)
                next += 1
            }
            #expect(next > head)
            #expect(head >= last)
            last = head
            rounds += 1
            // Short reads run on the thread of their caller: this task alone would keep one of the pool.
            await Task.yield()
        }
        return rounds
    }
}
