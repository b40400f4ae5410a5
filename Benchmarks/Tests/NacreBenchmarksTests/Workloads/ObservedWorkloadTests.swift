import Foundation
import Nacre
import Synchronization
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

/// The other figures of workloads whose callers share a store.
@Suite struct ObservedWorkloadTests {
    enum Kind: CaseIterable, Sendable {
        case contention
        case mixed
        case read

        /// Events of a slice without failures.
        var events: Int { self == .contention ? 60 : 30 }

        /// The name of a caller.
        var caller: String {
            switch self {
            case .contention: "writer"
            case .mixed: "client"
            case .read: "reader"
            }
        }

        /// The unit that limits a slice.
        var counted: String {
            switch self {
            case .contention: "events"
            case .mixed: "operations"
            case .read: "reads"
            }
        }
    }

    private static let nacre = NacreEngine(durability: .unsynced, mapSize: smallMap)

    /// Runs a workload of three callers, whose operations all have the same number of events.
    private func run(
        _ kind: Kind, on engine: any BenchmarkEngine = Self.nacre, callers: Int = 3, times: Int = 1, runs: Int = 1,
        shares: String = "append=100", progress: NacreBenchmarks.Progress = .init(isShown: false)
    ) async throws -> ContenderResult {
        try await withTemporaryFolder { folder in
            let workspace = try Workspace(below: folder)
            let audit = SmallFiller.audit
            switch kind {
            case .contention:
                let load = ContendedLoad(
                    writers: callers, eventsPerAppend: 2, keys: 2, payloadBytes: 40, seed: 3, contended: .streams,
                    groundwork: .version, distribution: .zipf, exponent: 0.99, retries: 1_000)
                return try await ContentionWorkload(
                    engines: [engine], load: load, budget: SliceBudget(seconds: nil, events: 60 * times), runs: runs
                ).run(in: workspace, audit: audit, progress: progress)[0]
            case .mixed:
                let load = MixedLoad(
                    name: "mix", shares: try #require(OperationShares(argument: shares)), clients: callers,
                    distribution: .uniform, exponent: 0.99, limit: 5, retries: 5, operations: 30 * times, seed: 4)
                return try await MixedWorkload(
                    engines: [engine], filler: SmallFiller.filler(events: 120), load: load,
                    slicing: Slicing(runs: runs, seconds: 60)
                ).run(in: workspace, audit: audit, progress: progress)[0]
            case .read:
                let load = ReadLoad(
                    kinds: [.position], readers: callers, distribution: .uniform, exponent: 0.99, limit: 4,
                    reads: 30 * times, seed: 4, samples: 50)
                return try await ReadWorkload(
                    engines: [engine], filler: SmallFiller.filler(events: 120), load: load,
                    slicing: Slicing(runs: runs, seconds: 60)
                ).run(in: workspace, audit: audit, progress: progress)[0]
            }
        }
    }

    private func value(_ name: String, of result: ContenderResult) -> Double? {
        result.figures.first { $0.name == name }?.value
    }

    @Test(arguments: Kind.allCases)
    func `every slice has a series over its time`(kind: Kind) async throws {
        let result = try await run(kind, runs: 2)
        #expect(result.audit.passed, "\(result.audit)")
        #expect(result.intervals.map { $0.events.reduce(0, +) } == [kind.events, kind.events])
        #expect(result.intervals.allSatisfy { $0.errors.allSatisfy { $0 == 0 } && $0.seconds > 0 })
        #expect(result.intervals.allSatisfy { $0.p50.contains { $0 ?? 0 > 0 } })
    }

    @Test(arguments: Kind.allCases)
    func `a workload reports the resources that it used`(kind: Kind) async throws {
        let result = try await run(kind)
        #expect(value("processor time an event, writers included", of: result) ?? 0 > 0)
        #expect(value("processors busy, on average", of: result) ?? 0 > 0)
        #expect(value("minor page faults, a thousand events", of: result) != nil)
        #if os(Linux)
            #expect(value("anonymous memory, the harness's records included", of: result) ?? 0 > 0)
            // A workload that only reads writes nothing.
            let written = value("written by the process until closed, of the payloads", of: result)
            #expect((written != nil) == (kind != .read))
        #endif
    }

    @Test(arguments: [Kind.mixed, .read])
    func `equal work of all callers has a fairness of 1`(kind: Kind) async throws {
        let several = try await run(kind)
        #expect(value("fairness between \(kind.caller)s (Jain's index; 1 is even)", of: several) == 1)
        #expect(value("the smallest share of a \(kind.caller), of the mean", of: several) == 1)
        let alone = try await run(kind, callers: 1)
        #expect(!alone.figures.contains { $0.name.hasPrefix("fairness") })
    }

    @Test(arguments: [Kind.contention, .mixed])
    func `failed appends are counted by kind and by interval`(kind: Kind) async throws {
        let result = try await run(kind, on: WeakEngine(engine: Self.nacre, appends: 6))
        #expect(!result.audit.passed)
        #expect(value("appends that failed, damaged", of: result) == 3)
        #expect(!result.figures.contains { $0.name.hasPrefix("reads that failed") })
        #expect(result.intervals.map { $0.errors.reduce(0, +) } == [3])
        let eventsOfAnswer = kind == .contention ? 2 : 1
        #expect(result.intervals.map { $0.events.reduce(0, +) } == [result.latencies.count * eventsOfAnswer])
    }

    @Test(arguments: Kind.allCases)
    func `failed reads are counted by kind, apart from appends`(kind: Kind) async throws {
        let result = try await run(kind, on: WeakEngine(engine: Self.nacre, reads: 6), shares: "read=100")
        #expect(!result.audit.passed)
        #expect(value("reads that failed, closed", of: result) == 3)
        #expect(!result.figures.contains { $0.name.hasPrefix("appends that failed") })
        #expect(result.intervals.map { $0.errors.reduce(0, +) } == [3])
    }

    @Test(.timeLimit(.minutes(10)), arguments: Kind.allCases)
    func `a live line shows the progress of a slice and the remaining count`(kind: Kind) async throws {
        let screen = Screen(" \(kind.counted) left, about ")
        let result = try await run(
            kind, on: SlowEngine(engine: Self.nacre, screen: screen), times: 25,
            progress: .init(isShown: true, columns: { 200 }, write: { screen.take($0) }))
        #expect(result.audit.passed, "\(result.audit)")
        #expect(screen.showsRate)
    }
}

/// A terminal that waits for the rate of the first slice.
private final class Screen: Sendable {
    private let seen = Atomic<Bool>(false)
    private let left: String

    init(_ left: String) {
        self.left = left
    }

    /// Whether a line showed the rate of the first slice.
    var showsRate: Bool { seen.load(ordering: .relaxed) }

    func take(_ text: String) {
        guard text.hasPrefix("\r\u{1B}[Kwarm-up  nacre"), text.contains(" events/s  p50 "),
            text.contains(left)
        else { return }
        seen.store(true, ordering: .relaxed)
    }
}

/// An engine that is slow until a live line has shown its rate.
private struct SlowEngine: WrappingEngine {
    let engine: any BenchmarkEngine
    let screen: Screen

    func open(_ folder: URL) async throws -> any EngineSession {
        SlowSession(session: try await engine.open(folder), screen: screen)
    }
}

private struct SlowSession: EngineSession {
    let session: any EngineSession
    let screen: Screen

    private func wait() async throws {
        guard !screen.showsRate else { return }
        try await Task.sleep(for: .milliseconds(20))
    }

    func append(_ commit: Commit) async throws -> AppendResult {
        try await wait()
        return try await session.append(commit)
    }

    func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        try await wait()
        return try await session.read(request)
    }

    func head() async throws -> Position { try await session.head() }

    func load(_ stream: StreamName) async throws -> LogContents { try await session.load(stream) }

    func close() async throws { try await session.close() }
}
