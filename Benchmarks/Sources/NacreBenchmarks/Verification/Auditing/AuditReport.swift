/// What an audit found: which checks held, and what the first thing was that broke one.
struct AuditReport: Hashable, Sendable, Codable {
    /// One sentence that must be true of the log.
    struct Check: Hashable, Sendable, Codable {
        var name: String

        /// Whether it is true.
        var passed: Bool

        /// How often it is not, and where first.
        var detail: String?
    }

    /// All checks, also those that held.
    var checks: [Check]

    /// Whether all checks held.
    ///
    /// An audit without checks has shown nothing.
    var passed: Bool { !checks.isEmpty && checks.allSatisfy(\.passed) }

    init(checks: [Check] = []) {
        self.checks = checks
    }

    /// The check that fails where the disk failed an append: the store is not to blame for that.
    static let diskCheck = "the disk took all that was written"

    /// The check that fails where a store has changed what an event carries beside its type, tags and data.
    static let contextCheck = "every event carries its own schema number and metadata"

    /// What appends are held to of which nobody was told.
    static let wholenessCheck = "what was in flight is in the log whole, or not at all"

    /// What the disk failed, where nothing else is wrong.
    var diskFailure: String? {
        let failed = checks.filter { !$0.passed && !$0.name.hasSuffix(Self.somethingCheck) }
        guard !failed.isEmpty, failed.allSatisfy({ $0.name.hasSuffix(Self.diskCheck) }) else { return nil }
        return failed[0].detail.map(DiskFailure.first(in:))
    }

    /// The check that fails where nothing was appended at all.
    static let somethingCheck = "something was appended"

    mutating func add(_ name: String, passed: Bool, detail: @autoclosure () -> String) {
        checks.append(Check(name: name, passed: passed, detail: passed ? nil : detail()))
    }

    /// Adds a check that the engine itself finds no faults.
    mutating func add(_ name: String, faults: [String]) {
        add(name, passed: faults.isEmpty, detail: "\(faults.count) faults, first: \(faults.first ?? "")")
    }

    /// Joins the audits of several slices: a check holds where it held in every slice.
    static func merged(_ reports: [AuditReport]) -> AuditReport {
        var merged = AuditReport()
        for (slice, report) in reports.enumerated() {
            for check in report.checks {
                let detail = check.detail.map { "slice \(slice + 1): \($0)" }
                guard let index = merged.checks.firstIndex(where: { $0.name == check.name }) else {
                    merged.checks.append(Check(name: check.name, passed: check.passed, detail: detail))
                    continue
                }
                if merged.checks[index].passed, !check.passed {
                    merged.checks[index].passed = false
                    merged.checks[index].detail = detail
                }
            }
        }
        return merged
    }
}

extension AuditReport {
    private enum CodingKeys: String, CodingKey {
        case passed
        case checks
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(checks: try container.decode([Check].self, forKey: .checks))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(passed, forKey: .passed)
        try container.encode(checks, forKey: .checks)
    }
}
