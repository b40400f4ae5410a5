/// Everything that one call of the harness found, as `--json` writes it.
struct BenchmarkReport: Hashable, Sendable, Codable {
    /// The version of this form.
    var schema = 1

    /// What was measured, in a line; `nil` in reports of before it was written.
    var title: String?

    /// When it was measured, in seconds since 1970; `nil` in reports of before it was written.
    var measuredAt: Double?

    var environment: MachineEnvironment
    var command: String

    /// The disk's own rate before and after.
    var diskProbe: DiskProbes

    var runs: [RunReport]

    /// How contenders compare, from samples of the same rounds.
    var ratios: [RatioReport]

    /// The disk's rate before and after all slices.
    struct DiskProbes: Hashable, Sendable, Codable {
        var before: DiskProbe
        var after: DiskProbe

        /// The mean of both.
        var syncsPerSecond: Double { (before.syncsPerSecond + after.syncsPerSecond) / 2 }
    }

    /// Whether every audit passed, and every promise holds.
    var passed: Bool { runs.allSatisfy { $0.audit.passed && $0.promises.allSatisfy(\.passed) } }

    /// What the disk failed, where that is all that is wrong; `nil` where anything else is.
    var diskFailure: String? {
        let failed = runs.filter { !$0.audit.passed }
        let failures = failed.compactMap(\.audit.diskFailure)
        return failures.count == failed.count ? failures.first : nil
    }
}
