import DomainKit
import Foundation
import ItemsDomain
import ItemsInfrastructure
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct CommandWorkloadTests {
    private let plan = CommandPlan(
        commands: 6, slices: 3, events: 10, longEvents: 50, longItems: 4, snapshotInterval: 8, payloadBytes: 64, seed: 3
    )

    private func workload(_ durability: Durability = .unsynced) -> CommandWorkload {
        CommandWorkload(
            engine: NacreEngine(durability: durability, mapSize: smallMap), plan: plan, durability: durability,
            mapSize: smallMap)
    }

    private func withStore<Result: Sendable>(
        _ folder: URL, _ body: (CommandedStore) async throws -> Result
    ) async throws -> Result {
        try await CommandedStore.with(
            folder, durability: .unsynced, mapSize: smallMap, snapshotInterval: plan.snapshotInterval, body)
    }

    @Test func `every way passes its audit, and commands are compared with the append and with each other`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let results = try await workload().run(in: Workspace(below: folder), progress: Progress(isShown: false))
            #expect(results.map(\.contender.variant?.name) == CommandWay.allCases.map(\.rawValue))
            for result in results {
                #expect(result.audit.passed, "\(result.audit)")
                #expect(result.eventsPerSecond.count == 2)
                #expect(result.latencies.count == 12)
            }
            #expect(results[0].figures.contains { $0.name == "p50, of that of the append alone" })
            #expect(results[2].figures.contains { $0.name.hasPrefix("p50, of that of a command on 10 events") })
        }
    }

    @Test func `items with short histories receive one command each, those with long ones take turns`() {
        let short = (0..<18).map { plan.appended(by: .command, $0) }
        #expect(Set(short.map(\.stream)).count == 18)
        #expect(short.allSatisfy { $0.version == 11 })
        let long = (0..<18).map { plan.appended(by: .withSnapshots, $0) }
        #expect(Set(long.map(\.stream)).count == 4)
        #expect(long.map(\.version) == (0..<18).map { 51 + UInt64($0 / 4) })
        let all = Set(CommandWay.allCases.flatMap { way in (0..<18).map { plan.appended(by: way, $0).stream } })
        #expect(all.count == 18 + 18 + 4)
    }

    @Test func `long histories have snapshots at first that lag by different amounts`() async throws {
        try await withTemporaryFolder { folder in
            try await withStore(folder) { store in
                try await workload().fill(store)
                let history = plan.history(of: .withSnapshots)
                for item in 0..<4 {
                    #expect(try await store.hasSnapshot(of: history.stream(of: item)))
                    #expect(try await store.readingSnapshots.load(ItemID(history.stream(of: item))).version == 50)
                }
                #expect(try await !store.hasSnapshot(of: plan.history(of: .command).stream(of: 0)))
                #expect((0..<4).map(plan.tail) == [0, 2, 4, 6])
            }
        }
    }

    @Test func `a missing, wrong or unacknowledged event fails the audit`() async throws {
        try await withTemporaryFolder { folder in
            try await withStore(folder) { store in
                try await workload().fill(store)
                var acknowledged: [CommandPlan.Acknowledged] = []
                for number in 0..<3 {
                    let expected = plan.appended(by: .command, number)
                    try await store.log.append([ItemEvent.codec.encode(expected.event)], to: expected.stream)
                    acknowledged.append(CommandPlan.Acknowledged(way: .command, number: number))
                }
                func failures(_ acknowledged: [CommandPlan.Acknowledged]) async throws -> [String] {
                    try await CommandAudit(plan: plan, acknowledged: acknowledged).run(store).checks.filter {
                        !$0.passed
                    }
                    .map(\.name)
                }
                #expect(try await failures(acknowledged) == [])
                let fourth = CommandPlan.Acknowledged(way: .command, number: 3)
                #expect(
                    try await failures(acknowledged + [fourth]) == [
                        "every acknowledged event is in the log",
                        "every item appended to is in the state of its last acknowledged event",
                    ])
                #expect(
                    try await failures([acknowledged[1], acknowledged[0], acknowledged[2]])
                        == ["every acknowledged event is at its position, with its contents"])
                #expect(
                    try await failures(Array(acknowledged.dropLast())) == [
                        "the log has only acknowledged events", "every acknowledged event is in the log",
                    ])
            }
        }
    }

    @Test(arguments: [(3.9, 1.0, [true, true]), (4.0, 1.1, [false, false])])
    func `a command is judged by its append, one on a long history by one on a short history`(
        command: Double, withSnapshots: Double, isKept: [Bool]
    ) {
        var full = workload(.full)
        var plan = plan
        plan.commands = 500
        full = CommandWorkload(engine: full.engine, plan: plan, durability: .full, mapSize: smallMap)
        let medians = [command * 1e6, 1e6, command * withSnapshots * 1e6]
        var results = zip(CommandWay.allCases, medians).map { way, median in
            var result = ContenderResult(Contender(engine: full.engine, rule: .whatWaits))
            let p50 = UInt64(median)
            result.sliceLatencies = (0..<3).map { _ in
                LatencySummary(p50: p50, p90: p50, p99: p50, p999: p50, max: p50)
            }
            return result
        }
        full.judge(&results)
        #expect(results.flatMap(\.promises.checks).map(\.passed) == isKept)
    }
}
