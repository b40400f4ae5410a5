import ChildProcesses
import Foundation
import Nacre
import NacreLMDB
import PeerMessages
import Synchronization
import TestFolders
import TestRandomness
import TestTraits
import Testing

/// Processes that open a store, append through its journal where they are alone, and hand it over to each other.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct TakingTurnsTests {
    private let folder: TemporaryFolder
    private let pauses = Pauses()

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [2, 4])
    func `every opening sees at once what others have acknowledged before it`(workers: Int) async throws {
        try await takeTurns(workers: workers, rounds: 40 / workers, withPauses: false)
    }

    @Test func `stopped and resumed processes lose, repeat and reorder nothing while they hand over`() async throws {
        try await takeTurns(workers: 3, rounds: 10, withPauses: true)
        #expect(pauses.count > 5)
    }

    private func takeTurns(workers: Int, rounds: Int, withPauses isPausing: Bool) async throws {
        await (try LMDBEventStore.open(at: folder.store, options: .small())).close()
        #expect(FileManager.default.createFile(atPath: folder.store + ".counts", contents: Data(count: 4_096)))
        let pausing = Task { if isPausing { try await pauses.run() } }
        let reports = try await withThrowingTaskGroup(of: PeerTurns.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    try await run(.takeTurns(worker: worker, workers: workers, rounds: rounds), as: PeerTurns.self)
                }
            }
            // A read model that is brought up to date in between, from a log that may never be stale.
            let projecting = Task {
                while !Task.isCancelled { _ = try await run(.project(batch: 50), as: PeerAnswer.self).result() }
            }
            let reports = try await group.reduce(into: []) { $0.append($1) }
            projecting.cancel()
            try await projecting.value
            return reports
        }
        pausing.cancel()
        try await pausing.value
        for report in reports { #expect(report.violations == []) }
        // Among many processes, none may have been alone.
        if workers == 2 { #expect(reports.map(\.handOvers).reduce(0, +) > 0) }
        try await checkLog(reports)
    }

    private func checkLog(_ reports: [PeerTurns]) async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: .small(createsStore: false))
        var versions: [String: Int] = [:]
        var next: Position = 1
        for try await event in store.readLog() {
            #expect(event.position == next)
            next += 1
            versions[event.stream.text, default: 0] += 1
            #expect(event.data == Array("\(versions[event.stream.text] ?? 0)".utf8))
        }
        #expect(versions.values.reduce(0, +) == reports.map(\.acknowledged).reduce(0, +))
        let findings = Notices()
        _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
        #expect(findings.all == [])
        await store.close()
        _ = try await run(.project(batch: 1_000), as: PeerAnswer.self)
        let models = try await LMDBReadModelStore.open(at: folder.store + "/views.mdb", mapSize: 32 << 20)
        #expect(try models.read("counts") { try Counting.counts($0) } == versions)
        models.close()
    }

    /// Runs another process to its end, with pauses if there are any.
    private func run<Answer: Decodable & Sendable>(_ job: PeerJob, as type: Answer.Type) async throws -> Answer {
        let process = try await Peer(
            store: folder.store, arguments: ["--eager-journal", "--journal-bytes", "262144"]
        ).start(job)
        pauses.add(process)
        let data = try await process.output()
        let ending = try await process.ending()
        guard ending == .exit(0) else { throw PeerFailure(ending: ending) }
        return try JSONDecoder().decode(type, from: data)
    }
}
