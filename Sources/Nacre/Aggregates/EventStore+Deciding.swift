import DomainKit

extension EventStore {
    /// Appends what was decided; where the decision rests on what is no longer so, that is a conflict to decide again on.
    ///
    /// - Parameter commit: The events, with the versions and conditions that the decision rests on.
    /// - Returns: What the store answers.
    /// - Throws: `ConcurrencyConflict` in place of the store's own conflict; otherwise what the store throws.
    func appendDecision(_ commit: Commit) async throws -> AppendResult {
        do {
            return try await append(commit)
        } catch let error as EventStoreError where error.code == .conflict {
            guard let change = error.violations.lazy.compactMap(ConcurrencyConflict.Change.init).first else {
                throw error
            }
            throw ConcurrencyConflict(change)
        }
    }
}

extension ConcurrencyConflict.Change {
    /// What a violation says has changed; `nil` for one that no decision gives rise to.
    fileprivate init?(_ violation: Violation) {
        switch violation {
        case .expectation(let stream, .exact(let expected), let actual),
            .check(let stream, .exact(let expected), let actual):
            self = .version(stream: stream.text, expected: expected, actual: actual)
        case .condition(_, _, let conflict): self = .event(conflict.description)
        case .expectation, .check: return nil
        }
    }
}
