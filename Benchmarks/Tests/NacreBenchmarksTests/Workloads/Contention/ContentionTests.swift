import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct ContentionTests {
    private let load = ContendedLoad(
        writers: 6, eventsPerAppend: 2, keys: 2, payloadBytes: 40, seed: 3, contended: .streams, groundwork: .version,
        distribution: .zipf, exponent: 0.99, retries: 200, metadataBytes: 33)

    private func run(_ load: ContendedLoad, on engine: any BenchmarkEngine) async throws -> ContenderResult {
        try await withTemporaryFolder { folder in
            let workload = ContentionWorkload(
                engines: [engine], load: load, budget: SliceBudget(seconds: nil, events: 120), runs: 1)
            let results = try await workload.run(
                in: Workspace(below: folder),
                audit: SliceAudit(secondReader: LMDBCeilingEngine(durability: .full, mapSize: smallMap)),
                progress: Progress(isShown: false))
            return results[0]
        }
    }

    private func value(_ name: String, of result: ContenderResult) -> Double? {
        result.figures.first { $0.name == name }?.value
    }

    @Test(arguments: [EngineName.nacre, .memory, .sqlite, .sqliteGroup], Groundwork.allCases)
    func `writers on two streams are all accepted in the end`(name: EngineName, groundwork: Groundwork) async throws {
        var load = load
        load.groundwork = groundwork
        let result = try await run(load, on: name.engine(.unsynced, mapSize: smallMap))
        #expect(result.audit.passed, "\(result.audit)")
        #expect(value("operations given up", of: result) == 0)
        #expect(result.latencies.count == 60)
        #expect(result.eventsPerSecond.count == 1)
    }

    @Test(arguments: Groundwork.allCases)
    func `writers under conditions on one tag are all accepted in the end`(groundwork: Groundwork) async throws {
        var load = load
        (load.contended, load.keys, load.groundwork) = (.tags, 1, groundwork)
        let result = try await run(load, on: EngineName.nacre.engine(.unsynced, mapSize: smallMap))
        #expect(result.audit.passed, "\(result.audit)")
        #expect(value("conflicts by a condition", of: result) ?? 0 > 0)
        #expect(value("conflicts by a stream's version", of: result) == nil)
    }

    @Test func `an engine that accepts a stale append fails the audit`() async throws {
        let blind = BlindEngine(engine: NacreEngine(durability: .unsynced, mapSize: smallMap))
        let result = try await run(load, on: blind)
        let broken = result.audit.checks.filter { !$0.passed }.map(\.name)
        #expect(broken == ["every expectation was true before its append"])
    }

    @Test func `an engine that ignores conditions fails the audit`() async throws {
        var load = load
        (load.contended, load.keys) = (.tags, 1)
        let blind = BlindEngine(engine: NacreEngine(durability: .unsynced, mapSize: smallMap))
        let result = try await run(load, on: blind)
        let broken = result.audit.checks.filter { !$0.passed }.map(\.name)
        #expect(broken == ["every condition was true before its append"])
    }

    @Test func `an engine that drops metadata fails the audit`() async throws {
        let forgetful = ForgetfulEngine(engine: NacreEngine(durability: .unsynced, mapSize: smallMap))
        let result = try await run(load, on: forgetful)
        let broken = result.audit.checks.filter { !$0.passed }.map(\.name)
        #expect(broken == [AuditReport.contextCheck])
    }

    @Test func `an operation refused too often is given up and counted`() async throws {
        try await withTemporaryFolder { folder in
            var load = load
            (load.retries, load.writers) = (3, 2)
            let session = RefusingSession()
            let slice = await ContendedSlice.run(
                load, within: SliceBudget(seconds: nil, events: 20), on: session,
                PayloadTemplates(seed: 1, payloadBytes: 40))
            #expect(slice.records.map(\.givenUp) == [5, 5])
            #expect(slice.attempts == 40)
            #expect(slice.accepted == 0)
            #expect(slice.records[0].attempts.conflicts == [.expectation: 20])
        }
    }

    @Test func `the same seed draws the same streams`() async {
        let templates = PayloadTemplates(seed: 1, payloadBytes: 40)
        let budget = SliceBudget(seconds: nil, events: 120)
        let one = await ContendedSlice.run(load, within: budget, on: RefusingSession(), templates)
        let other = await ContendedSlice.run(load, within: budget, on: RefusingSession(), templates)
        #expect(one.records.map(\.attempts) == other.records.map(\.attempts))
    }
}

@Suite struct RetryCountsTests {
    @Test func `percentiles are by nearest rank`() {
        var counts = RetryCounts()
        counts.add([90, 0, 9, 0])
        counts.add([0, 0, 0, 0, 0, 1])
        #expect(counts.operations == 100)
        #expect([50, 90, 91, 99, 100].map(counts.percentile) == [0, 0, 2, 2, 5])
        #expect(counts.mean == 0.23)
        #expect(counts.firstTime == 0.9)
    }

    @Test func `a fraction of an operation counts as one`() {
        var counts = RetryCounts()
        counts.add([1, 1, 1])
        #expect([33, 34, 50, 67].map(counts.percentile) == [0, 1, 1, 2])
    }

    @Test func `without operations there are no retries`() {
        let counts = RetryCounts()
        #expect((counts.mean, counts.firstTime, counts.percentile(99)) == (0, 0, 0))
    }
}

/// An engine that checks no expectation.
private struct BlindEngine: WrappingEngine {
    let engine: any BenchmarkEngine

    func open(_ folder: URL) async throws -> any EngineSession {
        CarelessSession(session: try await engine.open(folder)) { Commit(entries: $0.entries) }
    }
}

/// An engine that keeps no metadata.
private struct ForgetfulEngine: WrappingEngine {
    let engine: any BenchmarkEngine

    func open(_ folder: URL) async throws -> any EngineSession {
        CarelessSession(session: try await engine.open(folder)) { commit in
            var commit = commit
            for index in commit.entries.indices { commit.entries[index].event.metadata = [] }
            return commit
        }
    }
}

/// A store that changes the commits that it appends.
private struct CarelessSession: EngineSession {
    let session: any EngineSession
    let change: @Sendable (Commit) -> Commit

    func append(_ commit: Commit) async throws -> AppendResult { try await session.append(change(commit)) }

    func head() async throws -> Position { try await session.head() }

    func load(_ stream: StreamName) async throws -> LogContents { try await session.load(stream) }

    func read(_ request: ReadRequest) async throws -> [RecordedEvent] { try await session.read(request) }

    func close() async throws { try await session.close() }
}

/// A store that refuses every append.
private struct RefusingSession: EngineSession {
    func append(_ commit: Commit) async throws -> AppendResult {
        let guarded = commit.expectations[0]
        throw EventStoreError.conflict([
            .expectation(stream: guarded.stream, expected: guarded.expectation, actual: 9)
        ])
    }

    func head() async throws -> Position { 0 }

    func load(_ stream: StreamName) async throws -> LogContents { LogContents(events: 0, payloadSum: 0) }

    func read(_ request: ReadRequest) async throws -> [RecordedEvent] { [] }

    func close() async throws {}
}
