import Foundation
import Nacre
import NacreLMDB
import Testing

@testable import NacreLoad
@testable import NacreVerification

@Suite struct LabelAuditTests {
    private let nacre = NacreEngine(durability: .unsynced, mapSize: smallMap)
    private let ceiling = LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap)
    private let budget = SliceBudget(seconds: nil, events: 200)

    private func load(_ labels: EventLabels, seed: UInt64 = 9) -> AppendLoad {
        AppendLoad(writers: 4, eventsPerAppend: 5, streams: 20, payloadBytes: 64, seed: seed, labels: labels)
    }

    private func audit(_ written: AppendLoad, as read: AppendLoad) async throws -> AuditReport {
        try await withTemporaryFolder { folder in
            let slice = try await nacre.append(written, within: budget, eventsPerCommit: nil, in: folder)
            return await SliceAudit(secondReader: ceiling).run(
                folder, of: nacre, load: read, records: slice.records
            ).report
        }
    }

    @Test(arguments: [EventLabels.tag, .idAndTags])
    func `events with labels pass the audit`(labels: EventLabels) async throws {
        let report = try await audit(load(labels), as: load(labels))
        #expect(report.passed, "\(report)")
        #expect(report.checks.contains { $0.name == "every event carries its own id and tags" })
    }

    @Test func `events without their labels fail the audit`() async throws {
        let report = try await audit(load(.tag), as: load(.idAndTags))
        #expect(report.checks.filter { !$0.passed }.map(\.name) == ["every event carries its own id and tags"])
    }

    @Test func `no two events of a load have an id or a unique tag in common, and the ids are random UUIDs`() {
        let load = load(.idAndTags)
        let marks = (0..<4).flatMap { writer in
            (0..<500).map { EventMark(writer: writer, stream: 0, sequence: $0) }
        }
        let ids = marks.map { $0.id(of: load) }
        #expect(Set(ids).count == marks.count)
        #expect(Set(marks.map(\.uniqueTag)).count == marks.count)
        #expect(ids.allSatisfy { $0.high >> 12 & 0xF == 4 && $0.low >> 62 == 2 })
    }

    @Test func `writers divide the recurring tags without overlap`() {
        let topics = (0..<256).flatMap { Array(EventLabels.topics(of: $0, among: 256)) }
        #expect(topics == Array(0..<10_000))
        #expect(EventLabels.topics(of: 10_003, among: 20_000) == 3..<4)
    }
}
