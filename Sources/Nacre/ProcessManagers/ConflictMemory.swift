internal import DomainKit

/// What the conflicts of one decision have told, to find out whether the next attempt rests on anything new.
struct ConflictMemory {
    /// A rule that did not hold.
    private enum Rule: Hashable {
        case version(of: StreamName, Expectation)
        case condition(AppendCondition)
        case event(String)

        /// Whether the rule can never hold again, now that it did not at this version: versions only grow, and what a
        /// condition has found stays there.
        func isLost(at version: StreamVersion) -> Bool {
            switch self {
            case .version(_, .exact(let expected)): expected < version
            case .version(_, .noStream): true
            case .version(_, .streamExists), .version(_, .any): false
            case .condition, .event: true
            }
        }
    }

    // The rules with the versions found.
    private var told: [Rule: StreamVersion] = [:]

    /// Takes a conflict in.
    ///
    /// - Parameter conflict: The conflict of the latest attempt.
    /// - Returns: Whether the attempt was decided as if the conflict before had told nothing: a rule that did not hold
    ///   then is there again, and what it rests on is unchanged, or can never satisfy it.
    mutating func isRepeated(by conflict: any Error) -> Bool {
        let found = Self.rules(of: conflict)
        defer { told = found }
        return found.contains { rule, version in
            told[rule].map { $0 == version || rule.isLost(at: $0) } ?? false
        }
    }

    private static func rules(of conflict: any Error) -> [Rule: StreamVersion] {
        var rules: [Rule: StreamVersion] = [:]
        if let conflict = conflict as? ConcurrencyConflict {
            switch conflict.change {
            case .version(let stream, let expected, let actual):
                rules[.version(of: StreamName(stream), .exact(expected))] = actual
            case .event(let event): rules[.event(event)] = 0
            }
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
