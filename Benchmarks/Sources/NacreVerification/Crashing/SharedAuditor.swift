import Synchronization

/// An auditor shared by the readers that read the log back.
final class SharedAuditor: Sendable {
    private let auditor: Mutex<CrashAuditor>

    init(_ auditor: CrashAuditor) {
        self.auditor = Mutex(auditor)
    }

    /// Takes the next event of the log.
    func observe(_ event: LoggedRecord) {
        auditor.withLock { $0.observe(event) }
    }

    /// The log's contents, by the events seen so far.
    var contents: LogContents { auditor.withLock(\.contents) }

    /// Judges the whole log after its last event.
    func finish() -> (report: AuditReport, ledger: CrashLedger, inFlight: Int, found: Int) {
        auditor.withLock { $0.finish() }
    }
}
