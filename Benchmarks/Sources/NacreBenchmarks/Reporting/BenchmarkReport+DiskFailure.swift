extension BenchmarkReport {
    /// What the disk failed, where that is all that is wrong; `nil` where anything else is.
    var diskFailure: String? {
        let failed = runs.filter { !$0.audit.passed }
        let failures = failed.compactMap(\.audit.diskFailure)
        return failures.count == failed.count ? failures.first : nil
    }
}
