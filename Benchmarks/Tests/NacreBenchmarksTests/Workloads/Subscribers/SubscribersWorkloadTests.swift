import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct SubscribersWorkloadTests {
    private let nacre = NacreEngine(durability: .unsynced, mapSize: smallMap)
    private let load = AppendLoad(writers: 4, eventsPerAppend: 3, streams: 20, payloadBytes: 64, seed: 2)

    private func subscribe(
        rate: Double? = nil, slow: Int = 0, isShared: Bool = false,
        progress: NacreBenchmarks.Progress = .init(isShown: false), _ makeWorker: @escaping SubscriberMaker
    ) async throws -> ContenderResult {
        let audit = SliceAudit(
            secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))
        return try await withTemporaryFolder { folder in
            try await SubscribersWorkload(
                engines: [nacre], load: load,
                subscribers: SubscriberCounts(live: 3, late: 1, slow: slow, slowEventsPerSecond: 50),
                eventsBefore: 300, rate: rate, isShared: isShared, durability: .unsynced,
                slicing: Slicing(runs: 1, seconds: 0.2),
                task: WorkerTask(
                    engine: .nacre, durability: .unsynced, mapSize: smallMap, store: "", load: load),
                makeWorker: makeWorker
            ).run(in: Workspace(below: folder), audit: audit, progress: progress)[0]
        }
    }

    @Test func `subscriptions beside their writers are timed and audited`() async throws {
        let engine = nacre
        let result = try await subscribe(rate: 600) { try await SubscriberWorker($0, engine: engine) }
        #expect(result.audit.passed, "\(result.audit)")
        #expect(result.audit.checks.contains { $0.name == "every matching event is delivered" })
        #expect(result.audit.checks.contains { $0.name == "every acknowledged event is in the log" })
        #expect(result.eventsPerSecond.count == 1)
        #expect(result.latencies.count > 0)
        let names = Set(result.figures.map(\.name))
        #expect(names.contains("events appended, of those offered"))
        #expect(names.contains("from the call, subscriptions to one tag in sixteen, p99"))
        #expect(names.contains("from the answer, all that keep pace, p99.9"))
        #expect(names.contains("catching up from 0, median"))
    }

    @Test func `a slice has a series over time, and the writers' process a live line`() async throws {
        let engine = nacre
        let terminal = RecordedTerminal()
        let result = try await subscribe(rate: 600, progress: terminal.progress) {
            try await SubscriberWorker($0, engine: engine, progress: terminal.progress)
        }
        #expect(result.audit.passed, "\(result.audit)")
        let appends = Arrivals(rate: 200).dues(seconds: 0.2, seed: load.seed).count
        #expect(result.intervals.map { $0.events.reduce(0, +) } == [appends * load.eventsPerAppend])
        #expect(result.intervals.allSatisfy { $0.p99.contains { $0 ?? 0 > 0 } && $0.errors.allSatisfy { $0 == 0 } })
        #expect(terminal.showed("before the first slice  nacre"))
        #expect(terminal.showed("warm-up  nacre"))
        #expect(terminal.showed("run 1 of 1  nacre"))
    }

    @Test
    func `subscriptions in other processes, some of them slow, are timed and audited, and their memory is measured`()
        async throws
    {
        let result = try await subscribe(slow: 2, isShared: true) { try await WorkerProcess.subscriber($0) }
        #expect(result.audit.passed, "\(result.audit)")
        #expect(result.latencies.count > 0)
        #if os(Linux)
            #expect(result.figures.contains { $0.name == "slow subscriptions, anonymous memory, each" })
        #endif
    }

    @Test func `an event that a subscriber misses fails the audit`() async throws {
        let engine = nacre
        let result = try await subscribe(rate: 600) {
            DeafWorker(worker: try await SubscriberWorker($0, engine: engine))
        }
        let broken = result.audit.checks.filter { !$0.passed }.map(\.name)
        #expect(broken.contains("every matching event is delivered"))
    }

    @Test func `appends that fail are counted by kind`() async throws {
        // A hundred of them come before the first slice.
        let engine = WeakEngine(engine: nacre, appends: 110)
        let result = try await subscribe { try await SubscriberWorker($0, engine: engine) }
        #expect(!result.audit.passed)
        #expect(result.figures.first { $0.name == "appends that failed, damaged" }?.value == 4)
    }

    @Test func `the permitted memory of slow consumers grows with their number, not with the log`() {
        let one = SubscriberFigures.greatestCost(of: 1, payloadBytes: 256)
        let two = SubscriberFigures.greatestCost(of: 2, payloadBytes: 256)
        #expect(two - one == 2 * 1_024 * 768)
    }
}

/// Loses one delivery of the first subscription.
private struct DeafWorker: SubscribingWorker {
    let worker: SubscriberWorker

    func perform(_ request: SubscriberRequest) async throws -> WorkerReply {
        let reply = try await worker.perform(request)
        if case .collect(_, let path) = request {
            var rows = try WordFile.read(URL(fileURLWithPath: path))
            for row in 1...3 { _ = rows[row].popLast() }
            try WordFile.write(rows, to: URL(fileURLWithPath: path))
        }
        return reply
    }

    var processID: Int32 { worker.processID }

    func dismiss() async {}
}
