import DomainKit
import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct RebuildWorkloadTests {
    private let history = ItemHistory(events: 170, streams: 16, payloadBytes: 64, seed: 3)

    private func workload(_ engines: EngineName...) -> RebuildWorkload {
        RebuildWorkload(
            engines: engines.map { $0.engine(.full, mapSize: smallMap) }, history: history, mapSize: smallMap, runs: 2)
    }

    @Test func `every engine rebuilds the expected model, and the engines are compared`() async throws {
        try await withTemporaryFolder { folder in
            let results = try await workload(.nacre, .sqlite, .sqliteLarge).run(
                in: Workspace(below: folder), progress: Progress(isShown: false))
            #expect(results.map(\.contender.label) == ["nacre", "sqlite", "sqlite-large"])
            for result in results {
                #expect(result.audit.passed, "\(result.audit)")
                #expect(result.audits.count == 3)
                #expect(result.eventsPerSecond.count == 2)
            }
            #expect(results.allSatisfy { $0.promises.checks.isEmpty && $0.memory.isEmpty })
            let ratios = RatioReport.compare(results)
            #expect(ratios.map(\.ratio?.samples.count) == [2, 2, 2])
            #expect(ratios.last?.denominator.contains("the better") == true)
        }
    }

    @Test func `every engine rebuilds from cold files`() async throws {
        try await withTemporaryFolder { folder in
            var workload = workload(.nacre, .sqlite)
            workload.coldRuns = 2
            let results = try await workload.run(
                in: Workspace(below: folder), progress: Progress(isShown: false))
            for result in results {
                #expect(result.audit.passed, "\(result.audit)")
                // One audit more for each cold turn; cold rates are not among the warm ones.
                #expect(result.audits.count == 5)
                #expect(result.eventsPerSecond.count == 2)
                let figure = try #require(result.figures.first { $0.name == "cold, page cache dropped" })
                #expect(figure.rounds?.count == 2)
            }
        }
    }

    @Test func `memory is reported for a single engine only`() async throws {
        try await withTemporaryFolder { folder in
            let results = try await workload(.nacre).run(
                in: Workspace(below: folder), progress: Progress(isShown: false))
            #expect(!results[0].memory.isEmpty)
        }
    }

    @Test func `a wrong, missing or additional row fails the audit`() {
        let rows = (0..<history.items).compactMap { history.row(ofItem: $0) }
        #expect(rows.count == 16)
        var wrong = rows
        wrong[5].version += 1
        let missing = Array(rows.dropLast())
        let tooMany = rows + [rows[0]]
        let sound = history.audit(rows: rows)
        #expect(sound.passed, "\(sound)")
        for rows in [wrong, missing, tooMany] {
            #expect(!history.audit(rows: rows).passed)
        }
    }

    @Test func `the expected row of an item follows from its events`() throws {
        // 170 events of 16 items: the first ten items have eleven events, and the last completes them again.
        let row = try #require(history.row(ofItem: 0))
        #expect(row.version == 11)
        #expect(row.id == history.id(ofItem: 0))
        #expect(row.isCompleted)
        #expect(row.createdAt == history.time(of: 0).nanosecondsSince1970)
        #expect(row.updatedAt == history.time(of: 160).nanosecondsSince1970)
        // After three events, the item is renamed and completed.
        let short = ItemHistory(events: 6, streams: 2, payloadBytes: 64, seed: 3)
        #expect(short.row(ofItem: 1)?.isCompleted == true)
        #expect(short.row(ofItem: 1)?.version == 3)
    }
}
