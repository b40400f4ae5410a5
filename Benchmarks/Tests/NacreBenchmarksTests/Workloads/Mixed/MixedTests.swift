import Foundation
import Nacre
import Synchronization
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct MixedTests {
    private func run(
        _ mix: Mix, _ distribution: KeyDistribution? = nil, on engine: any BenchmarkEngine
    ) async throws -> [ContenderResult] {
        let shares = try #require(OperationShares(mix.percents))
        let load = MixedLoad(
            name: mix.rawValue, shares: shares, clients: 4, distribution: distribution ?? mix.distribution,
            exponent: 0.99, limit: 5, retries: 50, operations: 200, seed: 4)
        return try await withTemporaryFolder { folder in
            let workload = MixedWorkload(
                engines: [engine], filler: SmallFiller.filler(events: 120), load: load,
                slicing: Slicing(runs: 1, seconds: 60))
            return try await workload.run(
                in: Workspace(below: folder), audit: SmallFiller.audit, progress: Progress(isShown: false))
        }
    }

    private static let mixes: [(EngineName, Mix)] =
        Mix.allCases.map { (.nacre, $0) } + [(.sqlite, .everything), (.sqliteGroup, .everything)]

    @Test(arguments: mixes)
    func `every mix passes its audit and is reported as a whole and by kind`(name: EngineName, mix: Mix) async throws {
        let results = try await run(mix, on: name.engine(.unsynced, mapSize: smallMap))
        #expect(results.count == 1 + mix.percents.count)
        #expect(results.allSatisfy { $0.audit.passed }, "\(results[0].audit)")
        #expect(results[0].latencies.count == 200)
        #expect(results.dropFirst().reduce(0) { $0 + $1.latencies.count } == 200)
        #expect(results[0].eventsPerSecond.count == 1)
    }

    @Test(arguments: KeyDistribution.allCases)
    func `every distribution passes its audit`(distribution: KeyDistribution) async throws {
        let engine = EngineName.nacre.engine(.unsynced, mapSize: smallMap)
        let results = try await run(.everything, distribution, on: engine)
        #expect(results[0].audit.passed, "\(results[0].audit)")
    }

    @Test(arguments: [StaleSession.Fault.lag, .loss, .invention])
    func `a store with wrong reads fails the audit`(fault: StaleSession.Fault) async throws {
        let engine = StaleEngine(
            engine: NacreEngine(durability: .unsynced, mapSize: smallMap), fault: fault)
        let results = try await run(.updateHeavy, on: engine)
        let broken = results[0].audit.checks.filter { !$0.passed }.map(\.name)
        #expect(broken == ["every read shows the log, with everything acknowledged before it began"])
    }

    @Test func `conflicts are counted by the violated rule`() async throws {
        let engine = QuarrellingEngine(engine: NacreEngine(durability: .unsynced, mapSize: smallMap))
        let whole = try await run(.loadDecideAppend, on: engine)[0]
        #expect(whole.audit.passed, "\(whole.audit)")
        func value(_ name: String) -> Double? { whole.figures.first { $0.name == name }?.value }
        // In addition to conflicts between the clients.
        #expect(value("conflicts by a stream's version") ?? 0 >= 3)
        #expect(value("conflicts by nothing named") == 2)
        #expect(value("conflicts by a condition") == nil)
        #expect(value("appends refused by a conflict, of all attempts") ?? 0 > 0)
    }

    @Test func `the time for recording reads is not counted`() {
        var record = MixedRecord()
        record.note(.read, nanoseconds: 5, at: 100, events: 2)
        record.overhead += 30
        record.note(.append, nanoseconds: 7, at: 200, events: 1)
        #expect(record.tallies[.read]?.moments == [100])
        #expect(record.tallies[.append]?.moments == [170])
        #expect(record.operations == 2)
    }

    @Test func `a slice does not change the filled store`() async throws {
        let engine = EngineName.nacre.engine(.unsynced, mapSize: smallMap)
        try await withTemporaryFolder { folder in
            let filler = SmallFiller.filler(events: 120, keptIn: folder.appendingPathComponent("kept"))
            let shares = try #require(OperationShares(Mix.updateHeavy.percents))
            let load = MixedLoad(
                name: "", shares: shares, clients: 2, distribution: .uniform, exponent: 0.99, limit: 5, retries: 5,
                operations: 100, seed: 4)
            let workload = MixedWorkload(
                engines: [engine], filler: filler, load: load, slicing: Slicing(runs: 1, seconds: 60))
            let workspace = try Workspace(below: folder)
            let silent = Progress(isShown: false)
            _ = try await workload.run(in: workspace, audit: SmallFiller.audit, progress: silent)
            let store = try await filler.store(of: engine, in: workspace, audit: SmallFiller.audit, progress: silent)
            let head = try await engine.withSession(store.folder) { try await $0.head() }
            #expect(head == store.manifest.contents.events)
        }
    }
}

@Suite struct FilledTopicsTests {
    @Test func `a filled store's topics are the tags of its events`() async throws {
        let engine = EngineName.nacre.engine(.unsynced, mapSize: smallMap)
        try await withTemporaryFolder { folder in
            let store = try await SmallFiller.filler(events: 60).store(
                of: engine, in: Workspace(below: folder), audit: SmallFiller.audit, progress: Progress(isShown: false))
            var tags: Set<Nacre.Tag> = []
            try await engine.withSession(store.folder) { session in
                try await session.forEachEvent { tags.formUnion($0.tags.filter { $0.text.hasPrefix("topic-") }) }
            }
            #expect(Set(store.manifest.topics.map(Attempt.tag)) == tags)
            #expect(store.manifest.topics.count > 30)
        }
    }
}

@Suite struct OperationSharesTests {
    @Test(arguments: [
        "", "read", "read=", "read=99", "read=101", "read=50,append=49", "read=150,append=-50", "read=50,read=50",
        "write=100", "read=100,", "read=50;append=50",
    ])
    func `shares of unknown kinds, or not 100 in total, are refused`(text: String) {
        #expect(OperationShares(argument: text) == nil)
    }

    @Test func `shares are parsed from their text`() throws {
        let shares = try #require(OperationShares(argument: "query=5,read=50,append=45,create=0"))
        #expect(shares.text == "read=50,append=45,query=5")
        #expect(OperationShares(argument: shares.text) == shares)
    }

    @Test func `kinds are drawn in their shares`() throws {
        let shares = try #require(OperationShares(argument: "query=5,read=50,append=45"))
        var random = SplitMix64(seed: 1)
        var counts: [OperationKind: Int] = [:]
        for _ in 0..<10_000 { counts[shares.next(using: &random), default: 0] += 1 }
        for (kind, percent) in shares.percents {
            #expect(abs(counts[kind, default: 0] - percent * 100) < 250, "\(kind)")
        }
        #expect(counts.count == 3)
    }

    @Test(arguments: Mix.allCases)
    func `the shares of every mix are 100 in total`(mix: Mix) {
        #expect(OperationShares(mix.percents) != nil)
    }
}

@Suite struct ScatteredKeysTests {
    @Test(arguments: KeyDistribution.allCases, [1, 2, 7, 20, 100])
    func `every key can be drawn`(distribution: KeyDistribution, count: Int) {
        var keys = ScatteredKeys(distribution, count: count, exponent: 0.5)
        var random = SplitMix64(seed: 9)
        let drawn = Set((0..<count * 200).map { _ in keys.next(using: &random) })
        #expect(drawn == Set(0..<count))
    }

    @Test func `popular keys are scattered`() {
        var keys = ScatteredKeys(.zipf, count: 1_000, exponent: 0.99)
        var random = SplitMix64(seed: 9)
        var counts = [Int](repeating: 0, count: 1_000)
        for _ in 0..<20_000 { counts[keys.next(using: &random)] += 1 }
        let popular = counts.indices.sorted { counts[$0] > counts[$1] }.prefix(4).sorted()
        #expect(zip(popular, popular.dropFirst()).allSatisfy { $1 - $0 > 10 }, "\(popular)")
    }

    @Test func `new keys are drawn by the distribution latest`() {
        var keys = ScatteredKeys(.latest, count: 10, exponent: 0.99)
        keys.grow(to: 20)
        var random = SplitMix64(seed: 9)
        let drawn = (0..<100).map { _ in keys.next(using: &random) }
        #expect(drawn.contains(19))
        #expect(drawn.filter { $0 >= 10 }.count > 50)
    }
}

/// Fills small stores in this process.
enum SmallFiller {
    static let audit = SliceAudit(secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))

    static func filler(events: Int, keptIn kept: URL? = nil) -> StoreFiller {
        let load = AppendLoad(
            writers: 4, eventsPerAppend: 1, streams: 20, payloadBytes: 40, seed: 2, labels: .idAndTags, order: .rounds)
        let task = WorkerTask(
            engine: .nacre, durability: .unsynced, mapSize: smallMap, store: "", load: load)
        return StoreFiller(task: task, events: events, tailEvents: 40, kept: kept) { task in
            try await StoreWorker(task, engine: task.engine.engine(task.durability, mapSize: task.mapSize))
        }
    }
}

/// An engine that sometimes reads a stream wrongly.
private struct StaleEngine: WrappingEngine {
    let engine: any BenchmarkEngine
    let fault: StaleSession.Fault

    func open(_ folder: URL) async throws -> any EngineSession {
        StaleSession(session: try await engine.open(folder), fault: fault)
    }
}

/// An engine that refuses the first five appends of each session, three of them for the expected version.
private struct QuarrellingEngine: WrappingEngine {
    let engine: any BenchmarkEngine

    func open(_ folder: URL) async throws -> any EngineSession {
        QuarrellingSession(session: try await engine.open(folder))
    }
}

private final class QuarrellingSession: EngineSession {
    private let session: any EngineSession
    private let appends = Atomic<Int>(0)

    init(session: any EngineSession) {
        self.session = session
    }

    func append(_ commit: Commit) async throws -> AppendResult {
        let number = appends.add(1, ordering: .relaxed).oldValue
        if number < 3, let expectation = commit.expectations.first {
            throw EventStoreError(
                .conflict, "",
                violations: [
                    .expectation(stream: expectation.stream, expected: expectation.expectation, actual: 1_000)
                ])
        }
        if number < 5 { throw EventStoreError(.conflict, "") }
        return try await session.append(commit)
    }

    func read(_ request: ReadRequest) async throws -> [RecordedEvent] { try await session.read(request) }

    func head() async throws -> Position { try await session.head() }

    func load(_ stream: StreamName) async throws -> LogContents { try await session.load(stream) }

    func close() async throws { try await session.close() }
}

struct StaleSession: EngineSession {
    enum Fault: Sendable {
        /// The newest event is not shown yet.
        case lag

        /// An old event is not shown any more.
        case loss

        /// An event is shown that is not in the log.
        case invention
    }

    let session: any EngineSession
    let fault: Fault

    func append(_ commit: Commit) async throws -> AppendResult { try await session.append(commit) }

    func head() async throws -> Position { try await session.head() }

    func load(_ stream: StreamName) async throws -> LogContents { try await session.load(stream) }

    func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        var events = try await session.read(request)
        guard case .stream = request, let last = events.last, last.version.isMultiple(of: 7) else { return events }
        switch fault {
        case .lag: events.removeLast()
        case .loss: events.remove(at: 3)
        case .invention: events.append(last.with(position: last.position + 1, version: last.version + 1))
        }
        return events
    }

    func close() async throws { try await session.close() }
}
