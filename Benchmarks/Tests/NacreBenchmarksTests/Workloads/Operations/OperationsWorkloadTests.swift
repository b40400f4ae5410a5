import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Every operation on a store of a few hundred events, with processes of its own beside it.
@Suite struct OperationsWorkloadTests {
    private let nacre = NacreEngine(durability: .unsynced, mapSize: smallMap)

    private func operate(
        _ operations: [StoreOperation], runs: Int = 1, kept: URL? = nil,
        progress: NacreBenchmarks.Progress = .init(isShown: false),
        _ makeWorker: @escaping SubscriberMaker = { try await WorkerProcess.subscriber($0) }
    ) async throws -> ContenderResult {
        let engine = nacre
        let load = AppendLoad(
            writers: 4, eventsPerAppend: 2, streams: 20, payloadBytes: 64, seed: 2, order: .rounds)
        let audit = SliceAudit(
            secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))
        return try await withTemporaryFolder { folder in
            let filler = StoreFiller(
                task: WorkerTask(
                    engine: .nacre, durability: .unsynced, mapSize: smallMap, store: "", load: load),
                events: 400, tailEvents: 100, kept: kept
            ) { try await StoreWorker($0, engine: engine, progress: progress) }
            return try await OperationsWorkload(
                engines: [nacre], operations: operations, filler: filler, runs: runs,
                durability: .unsynced,
                parameters: OperationParameters(
                    secondsAround: 0.1, rate: 400, eventsBesideReader: 200, readerSeconds: 0.5, intervalSeconds: 0.001),
                makeWorker: makeWorker
            ).run(in: Workspace(below: folder), audit: audit, progress: progress)[0]
        }
    }

    @Test func `opening, verifying and rebuilding are timed and audited, run after run`() async throws {
        let result = try await operate([.opening, .verify, .rebuild], runs: 2)
        #expect(result.audit.passed, "\(result.audit)")
        let names = Set(result.figures.map(\.name))
        for name in [
            "opening: until the end of the first read, median", "verify: rate, median",
            "rebuild: until the index has caught up, median",
        ] {
            #expect(names.contains(name), "\(name)")
        }
        #expect(result.audit.checks.contains { $0.name == "rebuild: the new index agrees with the log" })
        // A table with several operations has no single rate.
        #expect(result.eventsPerSecond.isEmpty)
    }

    @Test func `one operation alone has its rate in the table`() async throws {
        let result = try await operate([.verify], runs: 2)
        #expect(result.eventsPerSecond.count == 2)
        #expect(result.latencies.count == 2)
    }

    @Test func `a backup beside appends is timed, verified and audited, and so is the log`() async throws {
        let result = try await operate([.backup])
        #expect(result.audit.passed, "\(result.audit)")
        let figures = Dictionary(uniqueKeysWithValues: result.figures.map { ($0.name, $0.value) })
        #expect(figures["backup: rate", default: 0] > 0)
        #expect(figures["backup: events copied", default: 0] >= 400)
        #expect(figures["backup: appends before", default: 0] > 0)
        #expect(figures["backup: appends after", default: 0] > 0)
        for name in ["backup, the log: no append failed", "backup, the copy: every acknowledged event is in the log"] {
            #expect(result.audit.checks.contains { $0.name == name }, "\(name)")
        }
    }

    @Test func `growth and readers are measured and audited, and a kept store is not changed`() async throws {
        try await withTemporaryFolder { kept in
            let result = try await operate([.growth, .pinned], kept: kept)
            #expect(result.audit.passed, "\(result.audit)")
            let names = Set(result.figures.map(\.name))
            #expect(names.contains("growth: log.mdb, bytes an event, second half"))
            #expect(names.contains("pinned: growth beside a slow export / without"))
            #expect(names.contains("pinned: growth beside a read transaction that is held / without"))
            // Found and read again, the store has exactly the events that it was filled with.
            #expect(try await operate([.opening], kept: kept).audit.passed)
        }
    }

    @Test func `appends during an operation have a series over time and a live line`()
        async throws
    {
        let engine = nacre
        let terminal = RecordedTerminal()
        let result = try await operate([.backup, .growth, .pinned, .verify], progress: terminal.progress) {
            try await SubscriberWorker($0, engine: engine, progress: terminal.progress)
        }
        #expect(result.audit.passed, "\(result.audit)")
        let slices = ["appends before", "appends during", "appends after"]
        let readers = [
            "without a reader", "beside a slow export", "beside a slow scan in place",
            "beside a read transaction that is held",
        ]
        #expect(
            result.intervals.map(\.name)
                == slices.map { "backup: \($0)" } + ["growth"] + readers.map { "pinned: appends \($0)" })
        let events = result.intervals.map { $0.events.reduce(0, +) }
        #expect(events.prefix(3).allSatisfy { $0 > 0 })
        #expect(Array(events.dropFirst(3)) == [400, 200, 200, 200, 200])
        #expect(result.intervals.allSatisfy { $0.seconds > 0 && $0.p99.contains { $0 ?? 0 > 0 } })
        // The time between growth turns is not counted.
        #expect(result.intervals.allSatisfy { Double($0.events.count - 1) * $0.intervalSeconds <= $0.seconds })
        for slice in slices { #expect(terminal.showed("run 1 of 1  nacre  backup, \(slice)")) }
        #expect(terminal.showed("run 1 of 1  nacre  growth, turn 20 of 20"))
        for reader in readers { #expect(terminal.showed("run 1 of 1  nacre  pinned, appends \(reader)")) }
        #expect(terminal.showed("filling  nacre"))
    }

    @Test func `an acknowledged event that is missing fails the audits of the log and of the growth`() async throws {
        let result = try await operate([.backup, .growth]) {
            BoastfulSubscriber(worker: try await WorkerProcess.subscriber($0))
        }
        let broken = result.audit.checks.filter { !$0.passed }.map(\.name)
        #expect(broken.contains("backup, the log: every acknowledged event is in the log"))
        #expect(broken.contains("growth: every acknowledged event is in the log"))
    }
}

/// Reports one answer more than it received.
private struct BoastfulSubscriber: SubscribingWorker {
    let worker: WorkerProcess

    func perform(_ request: SubscriberRequest) async throws -> WorkerReply {
        let reply = try await worker.perform(request)
        if case .end(let records, let moments) = request {
            try doctor(URL(fileURLWithPath: records)) { record in
                guard let last = record.acknowledgements.last else { return }
                record.acknowledgements.append(last)
                record.latencies.append(1)
            }
            var rows = try WordFile.read(URL(fileURLWithPath: moments))
            if let last = rows[0].last { rows[0].append(last) }
            try WordFile.write(rows, to: URL(fileURLWithPath: moments))
        }
        return reply
    }

    var processID: Int32 { worker.processID }

    func dismiss() async { await worker.dismiss() }
}
