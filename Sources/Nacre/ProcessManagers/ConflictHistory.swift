internal import DomainKit

/// Remembers the conflicts of one decision, to detect that a retry cannot succeed.
struct ConflictHistory {
    // PROC-06: A conflict on unchanged state halts the process at the second attempt.

    /// The reason why no retry can succeed.
    enum Repetition: Hashable {
        /// A rule failed again, and the state that it depends on is unchanged.
        case unchanged

        /// A rule that can never hold again failed this many times in a row, although the state advanced.
        case passed(times: Int)
    }

    /// How many times in a row a rule that can never hold again may fail while the state advances.
    ///
    /// A decision based on a lagging copy may only need time.
    static let maxRepetitions = 5

    private struct Occurrence {
        /// The version that was found.
        var version: StreamVersion

        /// How many times in a row the rule failed although it could never hold again.
        var times = 0
    }

    /// A rule that failed.
    private enum Rule: Hashable {
        case version(of: StreamName, Expectation)
        case condition(AppendCondition)

        /// Whether the rule can never hold again after it failed at this version, since versions only increase.
        func isPermanent(at version: StreamVersion) -> Bool {
            switch self {
            case .version(_, .exact(let expected)): expected < version
            case .version(_, .noStream): true
            case .version(_, .streamExists), .version(_, .any): false
            case .condition: false
            }
        }
    }

    private var previous: [Rule: Occurrence] = [:]

    /// Records a conflict.
    ///
    /// - Parameter conflict: The conflict of the latest attempt.
    /// - Returns: Why no retry can succeed; `nil` if one may.
    mutating func repetition(by conflict: any Error) -> Repetition? {
        var found = Self.rules(of: conflict).mapValues { Occurrence(version: $0) }
        defer { previous = found }
        var repetition: Repetition?
        for (rule, occurrence) in found {
            guard let before = previous[rule] else { continue }
            // A matching event stays in the log, so a condition that fails again counts as unchanged: its version is 0.
            if before.version == occurrence.version { return .unchanged }
            guard rule.isPermanent(at: before.version) else { continue }
            found[rule]?.times = before.times + 1
            if before.times + 1 >= Self.maxRepetitions { repetition = .passed(times: before.times + 2) }
        }
        return repetition
    }

    private static func rules(of conflict: any Error) -> [Rule: StreamVersion] {
        var rules: [Rule: StreamVersion] = [:]
        if let conflict = conflict as? ConcurrencyConflict {
            rules[.version(of: StreamName(conflict.stream), .exact(conflict.expected))] = conflict.actual
        }
        for violation in (conflict as? EventStoreError)?.violations ?? [] {
            switch violation {
            case .expectation(let stream, let expected, let actual), .check(let stream, let expected, let actual):
                rules[.version(of: stream, expected)] = actual
            case .condition(_, let condition, _): rules[.condition(condition)] = 0
            }
        }
        return rules
    }
}
