import Foundation
import Nacre
import NacreRuntime

/// Checks a log of numbered appends against their answers, and the projections against the log.
struct ArrivalAudit: Sendable {
    let load: KernelLoad

    /// Reads the whole log of a freshly opened runtime, and lets the projections catch up with it.
    func run(_ runtime: Runtime, _ record: ArrivalRecord) async -> AuditReport {
        let events = record.events(of: load)
        var next: Position = 1
        var gaps = AuditFinding()
        var strangers = AuditFinding()
        var wrong = AuditFinding()
        var failure: String?
        do {
            for try await event in runtime.store.readLog() {
                gaps.expect(event.position == next, "position \(event.position) stands where \(next) belongs")
                next = event.position + 1
                guard let number = events[event.position] else {
                    strangers.note("nobody was told of the event at position \(event.position)")
                    continue
                }
                let expected = load.event(number)
                wrong.expect(
                    event.stream == load.stream(of: number) && event.version == load.version(of: number)
                        && event.type == expected.type && event.data == expected.data && event.tags == expected.tags,
                    "the event at position \(event.position) is not event \(number)")
            }
        } catch {
            failure = "\(error)"
        }
        var report = AuditReport(checks: [
            gaps.check("positions are gapless from 1"),
            strangers.check("nothing is in the log but what was acknowledged"),
            wrong.check("every acknowledged event stands where its append was told, as it was appended"),
        ])
        let acknowledged = record.answers.count * load.eventsPerAppend
        report.add(
            "no two events were told one position", passed: events.count == acknowledged,
            detail: "\(acknowledged) events were acknowledged, at \(events.count) positions")
        report.add(
            "every acknowledged event is in the log", passed: acknowledged > 0 && Int(next) == acknowledged + 1,
            detail: "\(acknowledged) events were acknowledged, the log ends at \(next - 1)")
        report.add("a fresh opening reads the whole log", passed: failure == nil, detail: failure ?? "")
        report.checks += AuditFinding.checks(of: [record.failure].compactMap(\.self), "no append failed")
        await judgeProjections(of: runtime, to: &report)
        return report
    }

    private func judgeProjections(of runtime: Runtime, to report: inout AuditReport) async {
        let name = "both projections come to the end of the log"
        do {
            let halts = try await runtime.catchUp()
            let statuses = try await runtime.projections()
            report.add(
                name, passed: halts.isEmpty && statuses.count == 2 && statuses.allSatisfy { $0.lag == 0 },
                detail: halts.first.map { "\($0)" } ?? "\(statuses.map { "\($0.name) lags by \($0.lag)" })")
        } catch {
            report.add(name, passed: false, detail: "\(error)")
        }
    }
}
