import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct WorkloadTests {
    private let engine = LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap)
    private let load = AppendLoad(writers: 4, eventsPerAppend: 1, streams: 20, payloadBytes: 64, seed: 2)
    private let silent = Progress(isShown: false)

    private func append(_ contenders: [Contender], runs: Int, in folder: URL) async throws -> [ContenderResult] {
        try await AppendWorkload(
            contenders: contenders, load: load, budget: SliceBudget(seconds: nil, events: 400), runs: runs
        ).run(in: Workspace(below: folder), audit: SliceAudit(secondReader: engine), progress: silent)
    }

    @Test func `every contender has a sample for each run, and an audit for the warm-up as well`() async throws {
        try await withTemporaryFolder { folder in
            let contenders = Contender.contenders([engine], load: load, ceilingEvents: nil)
            let results = try await append(contenders, runs: 3, in: folder)
            #expect(results.map(\.eventsPerSecond.count) == [3])
            #expect(results.map(\.audits.count) == [4])
            #expect(results.allSatisfy { $0.audit.passed })
            #expect(results[0].groups.allSatisfy { $0.eventsPerGroup == 4 })
        }
    }

    @Test func `contenders run in turn, in reverse order in every other round`() async throws {
        try await withTemporaryFolder { folder in
            let one = TurnTaker(turns: Turns(), label: "one", engine: engine)
            let other = TurnTaker(turns: one.turns, label: "other", engine: engine)
            let contenders = [one, other].map { Contender(engine: $0, rule: .fixed(100)) }
            _ = try await append(contenders, runs: 2, in: folder)
            #expect(await one.turns.taken == ["one", "other", "other", "one", "one", "other"])
        }
    }

    @Test func `the ceiling commits as many events as the other contender had on average`() async throws {
        try await withTemporaryFolder { folder in
            let results = try await append(
                [Contender(engine: engine, rule: .fixed(50)), Contender(engine: engine, rule: .sameAs(0))], runs: 1,
                in: folder)
            #expect(results[1].groups.map(\.eventsPerGroup) == [50])
        }
    }

    @Test func `every slice removes its store`() async throws {
        try await withTemporaryFolder { folder in
            let workspace = try Workspace(below: folder)
            try await workspace.withFreshStore { try Data("x".utf8).write(to: $0.appendingPathComponent("log.mdb")) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).isEmpty)
            try workspace.remove()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test func `a workspace in a missing folder cannot be created`() {
        let error = #expect(throws: HarnessError.self) { try Workspace(below: URL(fileURLWithPath: "/nowhere")) }
        #expect(error?.kind == .cannotCreate)
    }

    @Test func `an engine that loses an event fails its audit`() async throws {
        try await withTemporaryFolder { folder in
            let forgetful = ForgetfulEngine(engine: engine)
            let results = try await append([Contender(engine: forgetful, rule: .fixed(100))], runs: 1, in: folder)
            let broken = results[0].audit.checks.filter { !$0.passed }.map(\.name)
            #expect(broken.contains("every acknowledged event is in the log"))
        }
    }

    @Test func `a replay compares every pass with the audited contents`() async throws {
        try await withTemporaryFolder { folder in
            let filler = StoreFiller(
                task: WorkerTask(
                    engine: .lmdb, durability: .unsynced, mapSize: smallMap, store: "", load: load),
                events: 500, tailEvents: 100, kept: nil
            ) { try await StoreWorker($0, engine: engine) }
            let workload = ReplayWorkload(
                engines: [engine], filler: filler, path: .scan, slicing: Slicing(runs: 2, seconds: 0.001))
            let results = try await workload.run(
                in: Workspace(below: folder), audit: SliceAudit(secondReader: engine), progress: silent)
            #expect(results[0].eventsPerSecond.count == 2)
            #expect(results[0].audit.passed, "\(results[0].audit)")
            #expect(results[0].audit.checks.map(\.name).contains("every pass finds the known sum of all payload bytes"))
        }
    }

    @Test func `a pass that misses an event or finds another sum fails the audit`() {
        let contents = LogContents(events: 10, payloadSum: 99)
        func passes(_ found: LogContents) -> Bool {
            ReplaySlice(passes: [1, 1], contents: [contents, found]).audit(against: contents).passed
        }
        #expect(passes(contents))
        #expect(!passes(LogContents(events: 9, payloadSum: 99)))
        #expect(!passes(LogContents(events: 10, payloadSum: 98)))
    }
}

/// Records whose turn it is.
private actor Turns {
    var taken: [String] = []

    func take(_ label: String) { taken.append(label) }
}

private struct TurnTaker: WrappingEngine {
    let turns: Turns
    let label: String
    let engine: any BenchmarkEngine

    func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL,
        watchedBy watch: LoadWatch?
    ) async throws -> AppendSlice {
        await turns.take(label)
        return try await engine.append(
            load, within: budget, eventsPerCommit: eventsPerCommit, in: folder, watchedBy: watch)
    }
}

/// Acknowledges one commit more than it wrote.
private struct ForgetfulEngine: WrappingEngine {
    let engine: any BenchmarkEngine

    func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL,
        watchedBy watch: LoadWatch?
    ) async throws -> AppendSlice {
        var slice = try await engine.append(
            load, within: budget, eventsPerCommit: eventsPerCommit, in: folder, watchedBy: watch)
        slice.records[0].acknowledgements.append(.init(firstPosition: UInt64(slice.events) + 1, place: nil))
        return slice
    }
}
