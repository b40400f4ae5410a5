import DomainKit
import Foundation
import ItemsDomain
import ItemsInfrastructure
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

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

    @Test func `items with short histories are given one command each, those with long ones take turns`() {
        let short = (0..<18).map { plan.appended(by: .command, $0) }
        #expect(Set(short.map(\.stream)).count == 18)
        #expect(short.allSatisfy { $0.version == 11 })
        let long = (0..<18).map { plan.appended(by: .withSnapshots, $0) }
        #expect(Set(long.map(\.stream)).count == 4)
        #expect(long.map(\.version) == (0..<18).map { 51 + UInt64($0 / 4) })
        let all = Set(CommandWay.allCases.flatMap { way in (0..<18).map { plan.appended(by: way, $0).stream } })
        #expect(all.count == 18 + 18 + 4)
    }

    @Test func `states of long histories are remembered at first, some way behind their ends`() async throws {
        try await withTemporaryFolder { folder in
            try await withStore(folder) { store in
                try await workload().fill(store)
                let history = plan.history(of: .withSnapshots)
                for item in 0..<4 {
                    #expect(try await store.remembers(history.stream(of: item)))
                    #expect(try await store.looking.load(ItemID(history.stream(of: item))).version == 50)
                }
                #expect(try await !store.remembers(plan.history(of: .command).stream(of: 0)))
                #expect((0..<4).map(plan.tail) == [0, 2, 4, 6])
            }
        }
    }

    @Test func `an event that is missing, another one, or one that nobody was told of fails the audit`() async throws {
        try await withTemporaryFolder { folder in
            try await withStore(folder) { store in
                try await workload().fill(store)
                var told: [CommandRecord.Acknowledged] = []
                for number in 0..<3 {
                    let expected = plan.appended(by: .command, number)
                    try await store.log.append([ItemEvent.codec.encode(expected.event)], to: expected.stream)
                    told.append(CommandRecord.Acknowledged(way: .command, number: number))
                }
                func failures(_ told: [CommandRecord.Acknowledged]) async throws -> [String] {
                    try await CommandAudit(plan: plan, acknowledged: told).run(store).checks.filter { !$0.passed }
                        .map(\.name)
                }
                #expect(try await failures(told) == [])
                let fourth = CommandRecord.Acknowledged(way: .command, number: 3)
                #expect(
                    try await failures(told + [fourth]) == [
                        "every acknowledged event is in the log",
                        "every item appended to is in the state that the last answer told",
                    ])
                #expect(
                    try await failures([told[1], told[0], told[2]])
                        == ["every acknowledged event stands in its place, as it was decided"])
                #expect(
                    try await failures(Array(told.dropLast())) == [
                        "nothing is in the log but what was acknowledged", "every acknowledged event is in the log",
                    ])
            }
        }
    }

    @Test(arguments: [(1.9, 1.0, [true, true]), (2.0, 1.1, [false, false])])
    func `a command is judged by the append alone, one on a long history by one on a short one`(
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
