import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct FillWorkloadTests {
    private let nacre = NacreEngine(durability: .unsynced, mapSize: smallMap)
    private let load = AppendLoad(writers: 4, eventsPerAppend: 5, streams: 20, payloadBytes: 64, seed: 2)

    private func fill(
        _ engines: [any BenchmarkEngine], turns: Int = 10,
        progress: NacreBenchmarks.Progress = .init(isShown: false), makeWorker: @escaping WorkerMaker
    ) async throws -> [ContenderResult] {
        try await withTemporaryFolder { folder in
            let audit = SliceAudit(
                secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))
            return try await FillWorkload(
                engines: engines, load: load, events: 2_000, turns: turns,
                task: WorkerTask(
                    engine: .nacre, durability: .unsynced, mapSize: smallMap, store: "", load: load),
                makeWorker: makeWorker
            ).run(in: Workspace(below: folder), audit: audit, progress: progress)
        }
    }

    @Test func `a store is filled in turns and audited, and its memory and files are measured`() async throws {
        let result = try await fill([nacre]) { try await StoreWorker($0, engine: nacre) }[0]
        #expect(result.audit.passed, "\(result.audit)")
        #expect(result.eventsPerSecond.count == 10)
        #expect(result.storage?.payloadBytes == 2_000 * 64)
        #expect(result.storage?.files["log.mdb", default: 0] ?? 0 > 2_000 * 64)
        for prefix in ["", "the disk by itself, "] {
            let figures = result.figures.filter { figure in
                (1...10).contains { figure.name == "\(prefix)tenth \($0)" }
                    || figure.name == "\(prefix)last tenth / first tenth"
            }
            #expect(figures.count == 11)
            #expect(figures.allSatisfy { $0.value > 0 })
        }
        #expect(result.groups.map(\.events) == [2_000])
        #expect(result.audit.checks.contains { $0.name == "the measured time includes the index's catching up" })
        let lag = try #require(result.figures.first { $0.name == "events behind the index at the end" })
        // So few events fill no generation: all stay in memory.
        #expect(lag.value == 2_000)
    }

    @Test func `every turn has a live line, written by the process that fills`() async throws {
        let terminal = RecordedTerminal()
        _ = try await fill([nacre], turns: 2, progress: terminal.progress) {
            try await StoreWorker($0, engine: nacre, progress: terminal.progress)
        }
        #expect(terminal.showed("run 1 of 2  nacre"))
        #expect(terminal.showed("run 2 of 2  nacre"))
    }

    @Test func `without progress, a worker writes nothing`() async throws {
        let terminal = RecordedTerminal()
        _ = try await fill([nacre], turns: 2) {
            try await StoreWorker($0, engine: nacre, progress: terminal.progress)
        }
        #expect(terminal.isEmpty)
    }

    @Test func `an acknowledged event that is missing fails the audit`() async throws {
        let result = try await fill([nacre]) { ForgetfulWorker(worker: try await StoreWorker($0, engine: nacre)) }[0]
        let broken = result.audit.checks.filter { !$0.passed }.map(\.name)
        #expect(broken.contains("every acknowledged event is in the log"))
    }

    @Test func `a worker process answers, pauses, is sampled and is ended`() async throws {
        let result = try await fill([nacre], turns: 2) { try await WorkerProcess($0) }[0]
        #expect(result.audit.passed, "\(result.audit)")
        #if os(Linux)
            let memory = try #require(MemorySummary(result.memory))
            #expect(memory.maxBytes > 100_000)
            #expect(result.storage?.processBytesWritten ?? 0 > 0)
        #endif
    }

    @Test func `a worker whose store cannot be opened reports the reason`() async throws {
        let task = WorkerTask(
            engine: .nacre, durability: .full, mapSize: smallMap, store: "/nowhere/at/all", load: load)
        let error = await #expect(throws: HarnessError.self) { try await WorkerProcess(task) }
        #expect(error?.message.contains("/nowhere/at/all") == true)
    }
}

/// Records one acknowledgement too many.
private struct ForgetfulWorker: Worker {
    let worker: StoreWorker

    func perform(_ request: WorkerRequest) async throws -> WorkerReply {
        let reply = try await worker.perform(request)
        if case .finish(let path) = request {
            let file = URL(fileURLWithPath: path)
            var records = try RecordFile.read(file)
            records[0].acknowledgements.append(
                .init(firstPosition: 1_000_000, place: .init(stream: 0, firstVersion: 1_000_000)))
            records[0].latencies.append(1)
            try RecordFile.write(records, to: file)
        }
        return reply
    }

    var processID: Int32 { worker.processID }

    func pause() {}

    func dismiss() async {}
}
