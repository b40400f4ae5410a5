import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// Workloads of several processes, here with workers in this one.
@Suite struct ProcessWorkloadTests {
    private let nacre = NacreEngine(durability: .unsynced, mapSize: smallMap)
    private let audit = SliceAudit(
        secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))
    private let silent = Progress(isShown: false)
    private let load = AppendLoad(writers: 4, eventsPerAppend: 1, streams: 20, payloadBytes: 64, seed: 2)

    private var task: WorkerTask {
        WorkerTask(engine: .nacre, durability: .unsynced, mapSize: smallMap, store: "", load: load)
    }

    private func soak(
        events: Int = 400, secondsAtMost: Double = 600, eventsPerRound: Int = 400,
        on terminal: RecordedTerminal? = nil, _ makeWorker: @escaping WorkerMaker
    ) async throws -> ContenderResult {
        try await withTemporaryFolder { folder in
            try await SoakWorkload(
                engine: nacre, load: load, processes: 2, events: events, secondsAtMost: secondsAtMost, task: task,
                makeWorker: makeWorker, eventsPerRound: eventsPerRound
            ).run(in: Workspace(below: folder), audit: audit, progress: terminal?.progress ?? silent)[0]
        }
    }

    @Test func `a soak of two processes is verified and audited, and its memory and files are measured`() async throws {
        let result = try await soak { try await WorkerProcess($0) }
        #expect(result.audit.passed, "\(result.audit)")
        #expect(result.audit.checks.contains { $0.name == "verification finds no fault" })
        #expect(result.figures.first == Figure(name: "events", value: 400, unit: .count))
        #expect(result.storage?.payloadBytes == 400 * 64)
        #expect(result.promises.checks == [.init(name: "all appends were made", passed: true)])
        #expect(result.latencies.count == 400)
    }

    @Test func `a soak of many rounds, each drained, is audited as a whole`() async throws {
        let engine = nacre
        let terminal = RecordedTerminal()
        let result = try await soak(events: 3_000, eventsPerRound: 400, on: terminal) {
            try await StoreWorker($0, engine: engine)
        }
        #expect(result.audit.passed, "\(result.audit)")
        #expect(terminal.lines(/400 of 3,000 events  [1-9][0-9,]* events\/s  about [0-9,]+ s left\n/).count == 1)
        #expect(terminal.lines(/3,000 of 3,000 events  [1-9][0-9,]* events\/s  about 0 s left\n/).count == 1)
        #expect(result.promises.passed)
        #expect(result.latencies.count >= 3_000)
    }

    @Test func `a soak that runs out of time breaks its promise`() async throws {
        let engine = nacre
        let result = try await soak(secondsAtMost: 0) {
            try await StoreWorker($0, engine: engine)
        }
        #expect(result.promises.checks.filter { !$0.passed }.map(\.name) == ["all appends were made"])
    }

    @Test func `a soak with an unacknowledged event fails its audit`() async throws {
        let engine = nacre
        let result = try await soak { SilentWorker(worker: try await StoreWorker($0, engine: engine)) }
        let broken = result.audit.checks.filter { !$0.passed }.map(\.name)
        #expect(broken == ["the log has only events that were acknowledged or in flight"])
    }

    @Test func `a report has the light process's latencies and the busy one's rate`() async throws {
        try await withTemporaryFolder { folder in
            let result = try await BesideWorkload(
                engines: [nacre], load: load, interval: 5_000_000, slicing: Slicing(runs: 1, seconds: 0.2), task: task
            ) { try await WorkerProcess($0) }.run(in: Workspace(below: folder), audit: audit, progress: silent)[0]
            #expect(result.audit.passed, "\(result.audit)")
            #expect(result.eventsPerSecond.count == 1)
            #expect(result.latencies.count == 40)
        }
    }

    @Test func `the busy process writes a live line if progress is shown`() async throws {
        try await withTemporaryFolder { folder in
            let engine = nacre
            let terminal = RecordedTerminal()
            _ = try await BesideWorkload(
                engines: [nacre], load: load, interval: 5_000_000, slicing: Slicing(runs: 1, seconds: 0.05), task: task
            ) { try await StoreWorker($0, engine: engine, progress: terminal.progress) }
            .run(in: Workspace(below: folder), audit: audit, progress: terminal.progress)
            #expect(terminal.showed("warm-up  nacre"))
            #expect(terminal.showed("run 1 of 1  nacre"))
        }
    }

    @Test func `an acknowledged event missing from a shared store fails the audit`() async throws {
        try await withTemporaryFolder { folder in
            let engine = nacre
            let result = try await BesideWorkload(
                engines: [nacre], load: load, interval: 5_000_000, slicing: Slicing(runs: 1, seconds: 0.05), task: task
            ) { BoastfulWorker(worker: try await StoreWorker($0, engine: engine)) }
            .run(in: Workspace(below: folder), audit: audit, progress: silent)[0]
            #expect(!result.audit.passed)
        }
    }
}

/// Forgets the last answer that it received.
private struct SilentWorker: Worker {
    let worker: StoreWorker

    func perform(_ request: WorkerRequest) async throws -> WorkerReply {
        let reply = try await worker.perform(request)
        if case .finish(let path) = request {
            try doctor(URL(fileURLWithPath: path)) { record in
                _ = record.acknowledgements.popLast()
                _ = record.latencies.popLast()
            }
        }
        return reply
    }

    var processID: Int32 { worker.processID }

    func pause() {}

    func dismiss() async {}
}

/// Reports one answer more than it received.
private struct BoastfulWorker: Worker {
    let worker: StoreWorker

    func perform(_ request: WorkerRequest) async throws -> WorkerReply {
        let reply = try await worker.perform(request)
        if case .finish(let path) = request {
            try doctor(URL(fileURLWithPath: path)) { record in
                guard let last = record.acknowledgements.last else { return }
                record.acknowledgements.append(last)
                record.latencies.append(1)
            }
        }
        return reply
    }

    var processID: Int32 { worker.processID }

    func pause() {}

    func dismiss() async {}
}

/// Changes the first record of a file.
func doctor(_ file: URL, _ change: (inout WriterRecord) -> Void) throws {
    var records = try RecordFile.read(file)
    change(&records[0])
    try RecordFile.write(records, to: file)
}
