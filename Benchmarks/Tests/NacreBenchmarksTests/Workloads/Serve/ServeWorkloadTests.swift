import ArgumentParser
import Foundation
import NIOPosix
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct ServeWorkloadTests {
    private func load(_ rate: Double? = nil) -> ServedLoad {
        ServedLoad(
            // So many sessions that none makes as many requests as the server admits.
            connections: 4, accounts: 2, sessionsOfEach: 4, items: 8, nameBytes: 40, pageLimit: 5, readPercent: 50,
            arrivals: rate.map { Arrivals(rate: $0) }, seed: 1)
    }

    private func run(
        _ engines: [EngineName], rate: Double? = nil, seconds: Double = 0.2
    ) async throws -> [ContenderResult] {
        try await withTemporaryFolder { folder in
            let workload = ServeWorkload(
                engines: engines.map { $0.engine(.full, mapSize: smallMap) }, load: load(rate),
                reported: AppendLoad(writers: 4, eventsPerAppend: 1, streams: 8, payloadBytes: 40, seed: 1),
                slicing: Slicing(runs: 1, seconds: seconds))
            let workspace = try Workspace(below: folder)
            let results = try await workload.run(in: workspace, progress: RecordedTerminal().progress)
            try workspace.remove()
            return results
        }
    }

    @Test func `servers on Nacre and SQLite create, list and mix, and pass the audit over HTTP`() async throws {
        let results = try await run([.nacre, .sqlite, .sqliteGroup])
        #expect(
            results.map(\.contender.label) == [
                "nacre, creating", "sqlite, creating", "sqlite-group, creating", "nacre, listing", "sqlite, listing",
                "sqlite-group, listing", "nacre, 50 % reads", "sqlite, 50 % reads", "sqlite-group, 50 % reads",
            ])
        for result in results {
            #expect(result.audit.passed, "\(result.contender.label): \(result.audit)")
            #expect(result.latencies.count > 0)
            #expect(result.figures.contains { $0.name == "processors busy with the clients" })
        }
        let ratios = RatioReport.compareContests(results, of: .serve)
        #expect(ratios.map(\.denominator).contains("sqlite-group, creating"))
        // In a closed loop, latencies are not compared.
        #expect(ratios.allSatisfy { $0.quantity == nil })
    }

    @Test func `at a rate, the mix makes every request that is due and compares latencies`() async throws {
        let results = try await run([.sqlite, .sqliteGroup], rate: 300, seconds: 0.2)
        let due = Arrivals(rate: 300).dues(seconds: 0.2, seed: 1).count
        for result in results.suffix(2) {
            #expect(result.audit.passed, "\(result.audit)")
            #expect(result.latencies.count == due)
        }
        let ratios = RatioReport.compareContests(results, of: .serve)
        #expect(ratios.contains { $0.quantity == "p50" })
    }

    private func withStore(_ body: (ServedStore) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let store = try await ServedStore(.sqlite, load(), in: folder, loop)
            do {
                try await body(store)
            } catch {
                await store.server.kill()
                throw error
            }
            await store.server.kill()
        }
    }

    @Test func `a request that waits while the server stalls counts from its due time`() async throws {
        try await withStore { store in
            var store = store
            let server = store.server
            let stall = Task {
                // Several, because the load may begin late on a busy machine.
                for _ in 0..<3 {
                    try await Task.sleep(for: .milliseconds(500))
                    server.pause()
                    try await Task.sleep(for: .milliseconds(500))
                    server.resume()
                }
            }
            let load = RequestLoad(.listing, seconds: 4, arrivals: Arrivals(rate: 100, spacing: .fixed))
            let slice = try await store.run(load, watchedBy: nil)
            try await stall.value
            #expect(slice.requests.count == 399)
            // 50 are due during a stall, and each waits for its rest; 4 clients alone would show 4 delays.
            #expect(slice.requests.latencies.count { $0 > 100_000_000 } >= 20)
        }
    }

    @Test func `a server that ends is a failure of each client, and ends the load`() async throws {
        try await withStore { store in
            var store = store
            let server = store.server
            let watch = LoadWatch()
            let end = Task {
                while watch.sight.answers == 0 { try await Task.sleep(for: .milliseconds(20)) }
                await server.kill()
            }
            let slice = try await store.run(RequestLoad(.creating, seconds: 30), watchedBy: watch)
            try await end.value
            #expect(slice.requests.failures.count == 4)
            #expect(store.clients.allSatisfy { $0.unanswered.count == 1 })
        }
    }

    @Test func `the examples parse`() throws {
        try expectExamples(BenchmarkCommand.helpMessage(for: ServeCommand.self, columns: 200))
    }

    @Test(arguments: [
        ["--engine", "lmdb"],
        ["--engine", "nacre", "--durability", "unsynced"],
        ["--engine", "nacre", "--connections", "4", "--accounts", "5"],
        ["--engine", "nacre", "--reads", "101"],
        ["--engine", "nacre", "--payload-bytes", "1001"],
        ["--engine", "nacre", "--rate", "0"],
    ])
    func `invalid arguments are refused`(arguments: [String]) throws {
        try expectRefusal(["serve"] + arguments)
    }
}
