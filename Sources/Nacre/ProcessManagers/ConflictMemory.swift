internal import DomainKit

/// What the conflicts of one decision have told, to find out whether the next attempt rests on anything new.
struct ConflictMemory {
    /// What tells that no further attempt can succeed.
    enum Repetition: Hashable {
        /// A rule that did not hold is there again, and what it rests on is unchanged.
        case unchanged

        /// A rule that can never hold again was there so many times in a row, though what it rests on went on.
        case passed(times: Int)
    }

    /// How many times in a row a rule that can never hold again is let be, where what it rests on has moved on: a decision
    /// that rests on a copy which lags may only need time.
    static let patience = 5

    private struct Met {
        /// The version found.
        var version: StreamVersion

        /// How many times in a row the rule was there though it could never hold again.
        var times = 0
    }

    /// A rule that did not hold.
    private enum Rule: Hashable {
        case version(of: StreamName, Expectation)
        case condition(AppendCondition)

        /// Whether the rule can never hold again, now that it did not at this version: versions only grow.
        func isLost(at version: StreamVersion) -> Bool {
            switch self {
            case .version(_, .exact(let expected)): expected < version
            case .version(_, .noStream): true
            case .version(_, .streamExists), .version(_, .any): false
            case .condition: false
            }
        }
    }

    private var told: [Rule: Met] = [:]

    /// Takes a conflict in.
    ///
    /// - Parameter conflict: The conflict of the latest attempt.
    /// - Returns: How the attempt was decided as if the conflicts before had told nothing; `nil` where another attempt
    ///   may succeed.
    mutating func repetition(by conflict: any Error) -> Repetition? {
        var found = Self.rules(of: conflict).mapValues { Met(version: $0) }
        defer { told = found }
        var repetition: Repetition?
        for (rule, met) in found {
            guard let before = told[rule] else { continue }
            // What a condition has found stays there, and has no version.
            if before.version == met.version { return .unchanged }
            guard rule.isLost(at: before.version) else { continue }
            found[rule]?.times = before.times + 1
            if before.times + 1 >= Self.patience { repetition = .passed(times: before.times + 2) }
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
