import Nacre
package import NacreRuntime
import Synchronization

/// Checks read models against a replay of the whole log.
package enum ReadModelAudit {
    /// Rebuilds every read model beside the existing one, which is at the end of the log, and compares the two.
    package static func run(_ runtime: Runtime) async throws -> AuditReport {
        var report = AuditReport()
        let head = try await runtime.store.head()
        for model in try await runtime.projections() {
            let differences = Mutex(AuditFinding())
            let compared = try await runtime.compare(projection: model.name) { difference in
                differences.withLock { $0.note(difference.description) }
            }
            let found = differences.withLock { $0 }
            report.checks.append(found.check("the rows of the read model \(model.name) equal those of a replay"))
            report.add(
                "the read model \(model.name) was compared up to the end of the log",
                passed: compared.misfit == nil && compared.halt == nil && compared.position == head,
                detail: "it is at \(compared.position), the log at \(head)")
        }
        return report
    }
}
