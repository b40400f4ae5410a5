import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct ReadWorkloadTests {
    private func run(
        _ kinds: [ReadKind], _ distribution: KeyDistribution = .uniform, on engine: any BenchmarkEngine
    ) async throws -> [ContenderResult] {
        let load = ReadLoad(
            kinds: kinds, readers: 3, distribution: distribution, exponent: 0.99, limit: 4, reads: 30, seed: 4,
            samples: 50)
        return try await withTemporaryFolder { folder in
            let workload = ReadWorkload(
                engines: [engine], filler: SmallFiller.filler(events: 120), load: load,
                slicing: Slicing(runs: 2, seconds: 60))
            return try await workload.run(
                in: Workspace(below: folder), audit: SmallFiller.audit, progress: Progress(isShown: false))
        }
    }

    @Test(arguments: [EngineName.nacre, .sqlite, .sqliteGroup])
    func `every kind of read is measured separately and returns the expected events`(name: EngineName) async throws {
        let results = try await run(ReadKind.allCases, on: name.engine(.unsynced, mapSize: smallMap))
        #expect(results.map(\.contender.variant?.name) == ReadKind.allCases.map(\.rawValue))
        #expect(results.allSatisfy { $0.audit.passed }, "\(results.map(\.audit).filter { !$0.passed })")
        #expect(results.allSatisfy { $0.latencies.count == 60 && $0.eventsPerSecond.count == 2 })
        // The reads return events.
        #expect(results.allSatisfy { $0.eventsPerSecond[0] > 0 })
    }

    @Test(arguments: [KeyDistribution.latest])
    func `every distribution passes its audit`(distribution: KeyDistribution) async throws {
        let engine = EngineName.nacre.engine(.unsynced, mapSize: smallMap)
        let results = try await run(ReadKind.allCases, distribution, on: engine)
        #expect(results.allSatisfy { $0.audit.passed })
    }

    @Test func `a wrong read of any kind fails the audit`() async throws {
        let engine = LyingEngine(engine: NacreEngine(durability: .unsynced, mapSize: smallMap))
        for result in try await run(ReadKind.allCases, on: engine) {
            let broken = result.audit.checks.filter { !$0.passed }.map(\.name)
            #expect(
                broken == ["every read shows the events of the log"], "\(result.contender.label)")
        }
    }

    @Test func `a failed read fails the audit`() async throws {
        let sample = ReadSamples.Sample(request: .position(99), answer: ReadAnswer())
        try await withTemporaryFolder { folder in
            let engine = NacreEngine(durability: .unsynced, mapSize: smallMap)
            let load = ReadLoad(
                kinds: [.position], readers: 2, distribution: .uniform, exponent: 0.5, limit: 1, reads: 4, seed: 1)
            let slice = try await engine.withSession(folder) {
                await ReadSlice.run([sample], load, seconds: 60, seed: 1, on: $0)
            }
            #expect(slice.report.checks.filter { !$0.passed }.map(\.name) == ["no read failed", "something was read"])
        }
    }

    @Test func `the time for checking answers is not counted`() {
        var record = ReadRecord()
        record.note(nanoseconds: 5, at: 100, events: 2)
        record.overhead += 30
        record.note(nanoseconds: 7, at: 200, events: 3)
        #expect(record.answers.moments == [100, 170])
        #expect(record.answers.latencies == [5, 7])
        #expect(record.answers.events == 5)
    }

    @Test func `a kind of read is compared only with the same kind`() async throws {
        let engines: [EngineName] = [.nacre, .sqlite]
        let results = engines.flatMap { name in
            ReadKind.allCases.prefix(2).map { kind in
                var result = ContenderResult(
                    Contender(
                        engine: name.engine(.full, mapSize: smallMap), rule: .whatWaits,
                        contest: .init(name: kind.rawValue)))
                result.eventsPerSecond = [name == .nacre ? 6 : 2]
                result.audits = [AuditReport(checks: [.init(name: "", passed: true)])]
                return result
            }
        }
        let ratios = RatioReport.compareContests(results)
        #expect(ratios.map(\.numerator) == ["nacre", "nacre"])
        #expect(ratios.map(\.denominator) == ["sqlite", "sqlite"])
        #expect(ratios.map(\.ratio?.median) == [3, 3])
    }
}

/// An engine that changes the first byte of one event in every read, except those of whole pages.
private struct LyingEngine: WrappingEngine {
    let engine: any BenchmarkEngine

    func open(_ folder: URL) async throws -> any EngineSession {
        LyingSession(session: try await engine.open(folder))
    }
}

private struct LyingSession: EngineSession {
    let session: any EngineSession

    func append(_ commit: Commit) async throws -> AppendResult { try await session.append(commit) }

    func head() async throws -> Position { try await session.head() }

    func load(_ stream: StreamName) async throws -> LogContents { try await session.load(stream) }

    func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        var events = try await session.read(request)
        if case .log(_, _, 4_096) = request { return events }
        if let last = events.popLast() { events.append(last.with(data: [0xFF] + last.data.dropFirst())) }
        return events
    }

    func close() async throws { try await session.close() }
}
