/// The complete results of one call of the harness, as `--json` writes them.
struct BenchmarkReport: Hashable, Sendable, Codable {
    /// The version of the format.
    var schema = 1

    /// The measurement, in a line; `nil` in older reports.
    var title: String?

    /// The time of the measurement, in seconds since 1970; `nil` in older reports.
    var measuredAt: Double?

    var environment: MachineEnvironment
    var command: String

    /// The disk's own rate before and after.
    var diskProbe: DiskProbes

    var runs: [RunReport]

    /// The comparison of contenders, from samples of the same rounds.
    var ratios: [RatioReport]

    /// The disk's rate before and after all slices.
    struct DiskProbes: Hashable, Sendable, Codable {
        var before: DiskProbe
        var after: DiskProbe

        /// The mean of both.
        var syncsPerSecond: Double { (before.syncsPerSecond + after.syncsPerSecond) / 2 }
    }

    /// Whether every audit passed, and every guarantee holds.
    var passed: Bool { runs.allSatisfy { $0.audit.passed && $0.promises.allSatisfy(\.passed) } }

    /// The disk's failure, if nothing else is wrong; otherwise `nil`.
    var diskFailure: String? {
        let failed = runs.filter { !$0.audit.passed }
        let failures = failed.compactMap(\.audit.diskFailure)
        return failures.count == failed.count ? failures.first : nil
    }
}
