import DomainKit
import Foundation
import ItemsDomain
import Nacre
import NacreRuntime
import Shell
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct PacedWorkloadTests {
    private let load = KernelLoad(streams: 4_096, payloadBytes: 100, seed: 3)

    private func withStore<Result>(_ body: (ProjectedStore) async throws -> Result) async throws -> Result {
        try await withTemporaryFolder { folder in
            let store = try await ProjectedStore(folder, durability: .unsynced, mapSize: smallMap)
            let result = try await body(store)
            await store.application.close()
            return result
        }
    }

    private func paced(
        _ engines: [EngineName], rate: Double? = nil, _ terminal: RecordedTerminal
    ) async throws -> [ContenderResult] {
        try await withTemporaryFolder { folder in
            let kernels = engines.map {
                ProjectedLoad(
                    engine: $0.engine(.full, mapSize: smallMap), load: load, durability: .full, mapSize: smallMap,
                    slicing: Slicing(runs: 1, seconds: 1))
            }
            return try await PacedWorkload(kernels: kernels, writers: 8, rate: rate)
                .run(in: Workspace(below: folder), progress: terminal.progress)
        }
    }

    @Test func `appends at half of the maximum rate pass their audit and are compared with the disk's sync`()
        async throws
    {
        let terminal = RecordedTerminal()
        let results = try await paced([.nacre], terminal)
        #expect(results[0].audit.passed, "\(results[0].audit)")
        // Measured at half of the maximum rate, like the rate and the latencies.
        #expect(results[0].intervals.map { $0.events.reduce(0, +) } == [results[0].latencies.count])
        #expect(terminal.showed("warm-up  nacre  the maximum rate"))
        #expect(terminal.showedRate("run 1 of 1  nacre  the maximum rate"))
        #expect(results[0].audits.count == 4)
        #expect(results[0].figures.contains { $0.name.hasPrefix("p99 / sync") })
        #expect(results[0].figures.contains { $0.name.hasPrefix("maximum rate") })
    }

    @Test func `the store with and without its journal take turns at one rate`() async throws {
        let results = try await paced([.nacre, .nacreUnjournaled], rate: 500, RecordedTerminal())
        #expect(results.map(\.contender.engine.name) == [.nacre, .nacreUnjournaled])
        for result in results {
            #expect(result.audit.passed, "\(result.audit)")
            #expect(result.audits.count == 2)
            #expect((250...750).contains(result.latencies.count))
            #expect(!result.figures.contains { $0.name.hasPrefix("maximum rate") })
        }
    }

    @Test func `the projections apply every event of the load`() async throws {
        try await withStore { store in
            let few = KernelLoad(streams: 16, payloadBytes: 100, seed: 3)
            let commits = KernelCommits(few)
            for number in 0..<40 { _ = try await store.append(commits[number]) }
            #expect(try await store.application.runtime.catchUp().isEmpty)
            #expect(try await store.application.items.fetchAll().elements.count == 14)
            #expect(few.event(0).data.count == 100)
        }
    }

    @Test func `the measured time ends when the projections have caught up`() async throws {
        try await withStore { store in
            let commits = KernelCommits(load)
            let (answered, _, seconds) = try await store.projecting {
                await ClosedLoop(commits: commits, writers: 8, seconds: 0.1).run(on: store).latencies.count
            }
            #expect(answered > 0)
            #expect(seconds >= 0.1)
            #expect(
                try await store.application.runtime.projections().allSatisfy {
                    $0.lag == 0 && $0.position >= UInt64(answered)
                })
        }
    }

    @Test func `arrivals keep the requested rate, whatever the answers`() async throws {
        try await withStore { store in
            let record = await OpenLoop(commits: KernelCommits(load), rate: 2_000, seconds: 0.2).run(on: store)
            #expect((300...500).contains(record.latencies.count))
            #expect(record.failure == nil)
        }
    }

    @Test func `an answer with another position, or without an event, fails the audit`() async throws {
        try await withStore { store in
            var record = ArrivalRecord()
            let commits = KernelCommits(load)
            for number in 0..<5 {
                let result = try await store.append(commits[number])
                // The last two get each other's position.
                let answer = number < 3 ? result.lastPosition : 9 - result.lastPosition
                record.note(number, at: answer, due: 0, answered: 1)
            }
            let report = await ArrivalAudit(load: load).run(store.application.runtime, record)
            #expect(
                report.checks.filter { !$0.passed }.map(\.name)
                    == ["every acknowledged event is at the position that its append returned, unchanged"])
            record.note(5, at: 6, due: 0, answered: 1)
            let second = await ArrivalAudit(load: load).run(store.application.runtime, record)
            #expect(second.checks.contains { $0.name == "every acknowledged event is in the log" && !$0.passed })
        }
    }

    @Test func `an append that is missing and has another's position fails the audit`() async throws {
        try await withStore { store in
            var record = ArrivalRecord()
            let commits = KernelCommits(load)
            for number in 0..<5 {
                let result = try await store.append(commits[number])
                record.note(number, at: result.lastPosition, due: 0, answered: 1)
            }
            // After the first answer with the position, to which it belongs.
            record.note(5, at: 5, due: 0, answered: 2)
            let report = await ArrivalAudit(load: load).run(store.application.runtime, record)
            let failed = report.checks.filter { !$0.passed }.map(\.name)
            #expect(
                failed == ["no two events were acknowledged at one position", "every acknowledged event is in the log"])
        }
    }
}
