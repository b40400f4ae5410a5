import Foundation
import Synchronization
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Kills of real processes, on stores of a few hundred events.
@Suite struct RecoveryWorkloadTests {
    private func recover(
        _ engines: [any BenchmarkEngine], _ makeWorker: @escaping RecoveryMaker
    ) async throws -> [ContenderResult] {
        let load = AppendLoad(
            writers: 5, eventsPerAppend: 2, streams: 20, payloadBytes: 64, seed: 2, order: .rounds)
        let audit = SliceAudit(
            secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))
        return try await withTemporaryFolder { folder in
            let filler = StoreFiller(
                task: WorkerTask(
                    engine: .nacre, durability: .unsynced, mapSize: smallMap, store: "", load: load),
                events: 400, tailEvents: 100, kept: nil
            ) { try await WorkerProcess($0) }
            return try await RecoveryWorkload(
                engines: engines, fillers: [filler], runs: 1, loadSeconds: 0.2, durability: .unsynced,
                makeWorker: makeWorker
            ).run(in: Workspace(below: folder), audit: audit, progress: Progress(isShown: false))
        }
    }

    @Test func `recovery appends after a kill, for every state of the index`() async throws {
        let engines: [any BenchmarkEngine] = [
            NacreEngine(durability: .unsynced, mapSize: smallMap),
            SQLiteEngine(durability: .unsynced, cache: .default, isGrouping: false),
        ]
        let results = try await recover(engines) { try await WorkerProcess.recovering($0) }
        #expect(
            results.map(\.contender.label) == [
                "nacre, 400 events, the index as the kill left it", "nacre, 400 events, the index far behind",
                "sqlite, 400 events",
            ])
        for result in results {
            #expect(result.audit.passed, "\(result.audit)")
            #expect(result.latencies.count == 1)
            let figures = Dictionary(uniqueKeysWithValues: result.figures.map { ($0.name, $0.value) })
            #expect(figures["opening, p50", default: 0] > 0)
            #expect(figures["the first append, p50", default: 0] > 0)
            #expect(figures["events acknowledged under the load, median", default: 0] > 0)
            let behind = figures["events behind the index at the opening, median"]
            #expect((behind ?? 0 > 100) == result.contender.label.hasSuffix("behind"))
        }
    }

    @Test func `a journaled answer missing from the store fails the audit`() async throws {
        let engine = NacreEngine(durability: .unsynced, mapSize: smallMap)
        let results = try await recover([engine]) { ForgettingStore(worker: try await WorkerProcess.recovering($0)) }
        for result in results {
            let broken = result.audit.checks.filter { !$0.passed }.map(\.name)
            #expect(broken.contains("every acknowledged event is in the log"))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a process that dies under the load before the kill fails the audit`() async throws {
        let engine = SQLiteEngine(durability: .unsynced, cache: .default, isGrouping: false)
        let results = try await recover([engine]) { FallingStore(worker: try await WorkerProcess.recovering($0)) }
        for result in results {
            let broken = result.audit.checks.filter { !$0.passed }
            #expect(broken.map(\.name) == ["the process ran until it was killed"])
            #expect(broken.first?.detail?.contains("was ended by signal \(SIGUSR1)") == true)
        }
        #expect(results.count == 1)
    }
}

/// Imitates a store that has lost its last appends: three more are in the journal, of which the first may have been
/// in flight.
private struct ForgettingStore: RecoveringWorker {
    let worker: WorkerProcess
    private let journal = Journal()

    /// The worker's journal.
    private final class Journal: Sendable {
        let path = Mutex<String?>(nil)
    }

    func perform(_ request: RecoveryRequest) async throws {
        if case .load(let path) = request { journal.path.withLock { $0 = path } }
        try await worker.perform(request)
    }

    func end() async -> StartedProcess.Ending {
        let ending = await worker.end()
        guard let path = journal.path.withLock({ $0 }) else { return ending }
        do {
            let file = URL(fileURLWithPath: path)
            let entries = try JournalContents<EventMark>(reading: file).acknowledged
            var lost = try #require(entries.last)
            try FileManager.default.removeItem(at: file)
            let journal = try AcknowledgementJournal(creating: file)
            for entry in entries { try journal.acknowledge(entry.mark, entry.answer) }
            for _ in 1...3 {
                lost.mark.sequence += 2
                try journal.acknowledge(lost.mark, lost.answer)
            }
        } catch {
            Issue.record(error)
        }
        return ending
    }
}

/// Imitates a store that ends its process: another signal comes before the kill.
private struct FallingStore: RecoveringWorker {
    let worker: WorkerProcess

    func perform(_ request: RecoveryRequest) async throws { try await worker.perform(request) }

    func end() async -> StartedProcess.Ending {
        kill(worker.processID, SIGUSR1)
        // The process has ended when its ID is unused.
        while kill(worker.processID, 0) == 0 { try? await Task.sleep(for: .milliseconds(1)) }
        return await worker.end()
    }
}
