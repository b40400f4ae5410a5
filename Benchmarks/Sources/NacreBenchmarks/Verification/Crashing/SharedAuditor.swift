import Synchronization

/// An auditor that whoever reads the log back shows its events to.
final class SharedAuditor: Sendable {
    private let auditor: Mutex<CrashAuditor>

    init(_ auditor: CrashAuditor) {
        self.auditor = Mutex(auditor)
    }

    /// Takes the next event of the log.
    func observe(_ event: LoggedRecord) {
        auditor.withLock { $0.observe(event) }
    }

    /// What the log holds, by the events seen so far.
    var contents: LogContents { auditor.withLock(\.contents) }

    /// Judges the whole log, once its last event was taken.
    func finish() -> (report: AuditReport, ledger: CrashLedger, inFlight: Int, found: Int) {
        auditor.withLock { $0.finish() }
    }
}
