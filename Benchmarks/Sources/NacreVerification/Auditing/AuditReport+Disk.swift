extension AuditReport {
    /// The disk's failure, if nothing else is wrong.
    package var diskFailure: String? {
        let failed = checks.filter { !$0.passed && !$0.name.hasSuffix(Self.somethingCheck) }
        guard !failed.isEmpty, failed.allSatisfy({ $0.name.hasSuffix(Self.diskCheck) }) else { return nil }
        return failed[0].detail.map(DiskFailure.first(in:))
    }
}
