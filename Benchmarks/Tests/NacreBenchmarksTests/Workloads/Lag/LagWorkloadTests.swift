import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import Shell
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct LagWorkloadTests {
    private let load = KernelLoad(streams: 40, payloadBytes: 100, seed: 3, eventsPerAppend: 5)

    @Test func `appends at a given rate pass their audit, and the report has each projection's lag`() async throws {
        // More streams than appends: even on a busy machine, no append waits for another of its stream.
        let load = KernelLoad(streams: 400, payloadBytes: 100, seed: 3, eventsPerAppend: 5)
        try await withTemporaryFolder { folder in
            let terminal = RecordedTerminal()
            let results = try await LagWorkload(
                kernel: ProjectedLoad(
                    engine: NacreEngine(durability: .unsynced, mapSize: smallMap), load: load,
                    durability: .unsynced, mapSize: smallMap, slicing: Slicing(runs: 1, seconds: 0.3)),
                rate: 2_000
            ).run(in: Workspace(below: folder), progress: terminal.progress)
            #expect(results.count == 1)
            #expect(results[0].audit.passed, "\(results[0].audit)")
            #expect((80...160).contains(results[0].latencies.count))
            #expect(results[0].intervals.map { $0.events.reduce(0, +) } == [5 * results[0].latencies.count])
            #expect(terminal.showed("warm-up  of 2,000"))
            #expect(terminal.showed("run 1 of 1  of 2,000"))
            let figures = Set(results[0].figures.map(\.name))
            #expect(figures.isSuperset(of: ["items, p99", "profiles, p99", "p99 of a round"]))
        }
    }

    @Test func `every stream exists before the measurement and is continued by it`() async throws {
        try await withTemporaryFolder { folder in
            let store = try await ProjectedStore(folder, durability: .unsynced, mapSize: smallMap)
            let workload = LagWorkload(
                kernel: ProjectedLoad(
                    engine: NacreEngine(durability: .unsynced, mapSize: smallMap), load: load,
                    durability: .unsynced, mapSize: smallMap, slicing: Slicing(runs: 1, seconds: 1)),
                rate: 1)
            let commits = KernelCommits(load)
            var record = try await workload.firstAppends(commits, to: store)
            #expect(record.answers.count == 40)
            for number in 40..<43 {
                let result = try await store.append(commits[number])
                #expect(result.streams.map(\.version) == [10])
                record.note(number, at: result.lastPosition, due: 0, answered: 1)
            }
            let report = await ArrivalAudit(load: load).run(store.application.runtime, record)
            #expect(report.passed, "\(report)")
            #expect(try await ReadModelAudit.run(store.application.runtime).passed)
            await store.application.close()
        }
    }

    @Test func `following ends when the read models have caught up, or when a projection throws`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let timeline = ProjectionTimeline()
            let store = try await ProjectedStore(
                folder, durability: .unsynced, mapSize: smallMap, observer: timeline)
            let commits = KernelCommits(load)
            for round in 0..<2 {
                let positions = try await store.following {
                    var positions: [Position] = []
                    for number in 0..<8 {
                        guard let result = try? await store.append(commits[round * 40 + number]) else { continue }
                        positions.append(result.lastPosition)
                    }
                    return positions
                }
                #expect(positions.count == 8)
                #expect(try await store.application.runtime.projections().allSatisfy { $0.lag == 0 })
                #expect(timeline.take().mapValues { $0.last?.position }.values.allSatisfy { $0 == positions.last })
            }
            await #expect(throws: EventStoreError.self) {
                try await store.following {
                    _ = try? await store.append(
                        Commit([EventData(type: "ItemCreated", data: [0])], to: load.stream(of: 0)))
                }
            }
            await store.application.close()
        }
    }

    @Test func `a row that differs from a replay of the log fails the audit`() async throws {
        try await withTemporaryFolder { folder in
            let store = try await ProjectedStore(folder, durability: .unsynced, mapSize: smallMap)
            _ = try await store.append(KernelCommits(load)[0])
            #expect(try await store.application.runtime.catchUp().isEmpty)
            await store.application.close()
            let views = folder.appendingPathComponent(LMDBReadModelStore.fileName).path
            try await onDedicatedThread {
                let models = try LMDBReadModelStore.open(at: views, mapSize: smallMap)
                try models.write("items") { model in
                    var keys: [[UInt8]] = []
                    try model.forEachRow(in: 0, after: nil) { key, _ in
                        keys.append(key)
                        return true
                    }
                    for key in keys { try model.removeValue(for: key, in: 0) }
                }
                models.close()
            }
            let reopened = try await ProjectedStore(folder, durability: .unsynced, mapSize: smallMap)
            let report = try await ReadModelAudit.run(reopened.application.runtime)
            #expect(
                report.checks.filter { !$0.passed }.map(\.name)
                    == ["the rows of the read model items equal those of a replay"])
            await reopened.application.close()
        }
    }
}
