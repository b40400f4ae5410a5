import Foundation
import Nacre
package import NacreRuntime

/// Checks a log of numbered appends against their answers, and the projections against the log.
package struct ArrivalAudit: Sendable {
    package let load: KernelLoad

    package init(load: KernelLoad) {
        self.load = load
    }

    /// Reads the whole log of a freshly opened runtime, and lets the projections catch up with it.
    package func run(_ runtime: Runtime, _ record: ArrivalRecord) async -> AuditReport {
        let events = record.events(of: load)
        var next: Position = 1
        var gaps = AuditFinding()
        var strangers = AuditFinding()
        var wrong = AuditFinding()
        var failure: String?
        do {
            for try await event in runtime.store.readLog() {
                gaps.expect(event.position == next, "position \(event.position) is in place of \(next)")
                next = event.position + 1
                guard let number = events[event.position] else {
                    strangers.note("no answer acknowledges the event at position \(event.position)")
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
            strangers.check("the log has only acknowledged events"),
            wrong.check("every acknowledged event is at the position that its append returned, unchanged"),
        ])
        let acknowledged = record.answers.count * load.eventsPerAppend
        report.add(
            "no two events were acknowledged at one position", passed: events.count == acknowledged,
            detail: "\(acknowledged) events were acknowledged, at \(events.count) positions")
        report.add(
            "every acknowledged event is in the log", passed: acknowledged > 0 && Int(next) == acknowledged + 1,
            detail: "\(acknowledged) events were acknowledged, the log ends at \(next - 1)")
        report.add("the whole log can be read after reopening", passed: failure == nil, detail: failure ?? "")
        report.checks += AuditFinding.checks(of: [record.failure].compactMap(\.self), "no append failed")
        await judgeProjections(of: runtime, to: &report)
        return report
    }

    private func judgeProjections(of runtime: Runtime, to report: inout AuditReport) async {
        let name = "both projections reach the end of the log"
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

extension ArrivalRecord {
    /// The number of the event at each position.
    ///
    /// If two appends have the same position, only one is kept: fewer positions than answered events mean that an
    /// append was answered with another's position.
    package func events(of load: KernelLoad) -> [UInt64: Int] {
        var events: [UInt64: Int] = [:]
        events.reserveCapacity(answers.count * load.eventsPerAppend)
        for answer in answers {
            for back in 0..<min(load.eventsPerAppend, Int(clamping: answer.position)) {
                let event = (answer.number + 1) * load.eventsPerAppend - 1 - back
                events[answer.position - UInt64(back)] = events[answer.position - UInt64(back)] ?? event
            }
        }
        return events
    }
}
