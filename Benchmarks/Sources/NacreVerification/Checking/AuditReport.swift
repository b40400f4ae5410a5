/// The result of an audit: which checks passed, and the first violation of each other check.
package struct AuditReport: Hashable, Sendable, Codable {
    /// A statement that must be true of the log.
    package struct Check: Hashable, Sendable, Codable {
        package var name: String

        /// Whether it is true.
        package var passed: Bool

        /// The number of violations, and the place of the first.
        package var detail: String?

        package init(name: String, passed: Bool, detail: String? = nil) {
            (self.name, self.passed, self.detail) = (name, passed, detail)
        }
    }

    /// All checks, including those that passed.
    package var checks: [Check]

    /// Whether all checks passed.
    ///
    /// An audit without checks has not passed.
    package var passed: Bool { !checks.isEmpty && checks.allSatisfy(\.passed) }

    package init(checks: [Check] = []) {
        self.checks = checks
    }

    /// The check that fails if the disk failed an append, which is not the store's fault.
    static let diskCheck = "no write failed because of the disk"

    /// The check that fails if a store has changed an event's fields other than type, tags and data.
    static let contextCheck = "every event carries its own schema number and metadata"

    /// The check of unacknowledged appends.
    static let wholenessCheck = "appends in flight are in the log whole or not at all"

    /// The check that fails if nothing was appended at all.
    static let somethingCheck = "something was appended"

    package mutating func add(_ name: String, passed: Bool, detail: @autoclosure () -> String) {
        checks.append(Check(name: name, passed: passed, detail: passed ? nil : detail()))
    }

    /// Adds a check that the engine itself reports no faults.
    package mutating func add(_ name: String, faults: [String]) {
        add(name, passed: faults.isEmpty, detail: "\(faults.count) faults, first: \(faults.first ?? "")")
    }

    /// Merges the audits of several slices: a check passes if it passed in every slice.
    package static func merged(_ reports: [AuditReport]) -> AuditReport {
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

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(checks: try container.decode([Check].self, forKey: .checks))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(passed, forKey: .passed)
        try container.encode(checks, forKey: .checks)
    }
}
