extension AuditFinding {
    /// The checks of failures that stopped callers early, in ``DiskFailure/words(_:during:)``.
    ///
    /// They are the named check, and ``AuditReport/diskCheck`` for disk failures, which are not the store's fault.
    package static func checks(of failures: some Sequence<String>, _ name: String) -> [AuditReport.Check] {
        var failed = AuditFinding()
        var failedByDisk = AuditFinding()
        for failure in failures {
            if DiskFailure.isOne(failure) { failedByDisk.note(failure) } else { failed.note(failure) }
        }
        return [failed.check(name), failedByDisk.check(AuditReport.diskCheck)]
    }
}
