/// The complete results of one command of the harness, as `--json` writes them.
struct BenchmarkReport: Hashable, Sendable, Codable {
    var schema = 1

    /// The measurement, in a line; `nil` in older reports.
    var title: String?

    /// The time of the measurement, in seconds since 1970; `nil` in older reports.
    var measuredAt: Double?

    var environment: MachineEnvironment
    var command: String

    var diskProbe: DiskProbes

    var runs: [RunReport]

    var ratios: [RatioReport]

    struct DiskProbes: Hashable, Sendable, Codable {
        var before: DiskProbe
        var after: DiskProbe

        var syncsPerSecond: Double { (before.syncsPerSecond + after.syncsPerSecond) / 2 }
    }

    var passed: Bool { runs.allSatisfy { $0.audit.passed && $0.promises.allSatisfy(\.passed) } }

    /// The disk's failure, if nothing else is wrong; otherwise `nil`.
    var diskFailure: String? {
        let failed = runs.filter { !$0.audit.passed }
        let failures = failed.compactMap(\.audit.diskFailure)
        return failures.count == failed.count ? failures.first : nil
    }
}
