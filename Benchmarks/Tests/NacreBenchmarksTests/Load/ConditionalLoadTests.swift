import Foundation
import Nacre
import Testing

@testable import NacreLoad
@testable import NacreVerification

@Suite struct ConditionalLoadTests {
    private let load = AppendLoad(
        writers: 3, eventsPerAppend: 1, streams: 9, payloadBytes: 27, seed: 5, labels: .tag,
        conditions: ConditionRule(everyAppends: 2, everyConditions: 10))

    private func run(on target: RecordingTarget, events: Int = 300) async -> AppendSlice {
        await ConcurrentLoad.run(load, within: SliceBudget(seconds: nil, events: events), on: target)
    }

    @Test func `half of the appends carry a condition, and a fixed share of these must fail`() {
        let rule = ConditionRule()
        #expect((0..<1_000).count(where: rule.isConditional) == 500)
        #expect((0..<1_000).count { rule.followsRefusal($0, of: 3) } == 5)
        #expect((0..<250).count { rule.followsRefusal(4, of: $0) } == 1)
    }

    @Test func `true conditions are accepted, and false ones are refused without a trace`() async {
        let target = RecordingTarget()
        let slice = await run(on: target)
        #expect(slice.events == 300)
        #expect(target.log.count == 300)
        #expect(slice.records.map(\.refusals) == [5, 5, 5])
        #expect(slice.records.allSatisfy { $0.failure == nil })
    }

    @Test func `a load without its deliberate refusals fails its audit`() async {
        let target = RecordingTarget()
        var records = await run(on: target).records
        func failed() -> [String] {
            var auditor = LogAuditor(load: load, records: records)
            for event in target.log { auditor.observe(event) }
            return auditor.finish().checks.filter { !$0.passed }.map(\.name)
        }
        #expect(failed() == [])
        records[1].refusals -= 1
        #expect(failed() == ["every append whose condition was made to fail was refused"])
    }

    @Test func `an open loop makes deliberate refusals too`() async {
        let budget = SliceBudget(seconds: 0.2, arrivals: Arrivals(rate: 1_000, spacing: .fixed))
        let slice = await ConcurrentLoad.run(load, within: budget, on: RecordingTarget())
        for (writer, record) in slice.records.enumerated() {
            let due = (0..<record.acknowledgements.count).count { load.conditions!.followsRefusal($0, of: writer) }
            #expect(record.refusals >= due)
            #expect(record.failure == nil)
        }
        #expect(slice.records.contains { $0.refusals > 0 })
    }

    @Test func `a store that ignores conditions is detected`() async {
        let slice = await run(on: RecordingTarget(judgesConditions: false))
        #expect(slice.records.allSatisfy { $0.failure?.contains("an append was accepted although") == true })
    }

    @Test func `an append accepted against its condition is found in the log`() async throws {
        let target = RecordingTarget(judgesConditions: false)
        let slice = await run(on: target)
        var auditor = LogAuditor(load: load, records: slice.records)
        for event in target.log { auditor.observe(event) }
        let broken = auditor.finish().checks.filter { !$0.passed }.map(\.name)
        #expect(broken.contains("the log has only events that were acknowledged or in flight"))
        #expect(broken.contains("no append failed"))
    }

    @Test func `Nacre accepts the load, and passes its audit`() async throws {
        try await withTemporaryFolder { folder in
            let nacre = NacreEngine(durability: .unsynced, mapSize: smallMap)
            let slice = try await nacre.append(
                load, within: SliceBudget(seconds: nil, events: 300), eventsPerCommit: nil, in: folder)
            #expect(slice.records.map(\.refusals) == [5, 5, 5])
            let audit = SliceAudit(
                secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap))
            let (report, _, _) = await audit.run(folder, of: nacre, load: load, records: slice.records)
            #expect(report.passed, "\(report)")
        }
    }
}
