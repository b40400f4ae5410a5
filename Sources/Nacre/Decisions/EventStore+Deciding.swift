public import DomainKit

extension EventStore {
    /// Decides on several things at once: everything is decided on one state of the log, appended in one commit, and on
    /// conflict decided again, all of it.
    ///
    /// ```swift
    /// try await store.decide { decision in
    ///     try await decision.execute(.withdraw(50), on: "ada", in: accounts)
    ///     try await decision.execute(.deposit(50), on: "bob", in: accounts)
    /// }
    /// ```
    ///
    /// A rule that reaches beyond things is a query:
    ///
    /// ```swift
    /// try await store.decide { decision in
    ///     guard try await !decision.contains(.tagged("email:ada@example.org")) else { throw EmailIsTaken() }
    ///     try await decision.execute(.register(email: "ada@example.org"), on: "7", in: people)
    /// }
    /// ```
    ///
    /// The commit takes effect only where nothing of what `body` has read has changed since. Where nothing is decided,
    /// nothing is appended. Where `body` throws, nothing is appended and nothing is tried again, but for a conflict.
    ///
    /// A rule that the caller has given (``DecisionScope/append(_:to:expecting:)``) and that conflicts again on unchanged
    /// state can never hold: its conflict is thrown at once.
    ///
    /// - Parameters:
    ///   - retry: How often a conflict is met with another attempt.
    ///   - body: Reads and decides in the scope that it is handed, and does nothing else: it runs once an attempt.
    /// - Returns: What the body of the attempt that took effect returned, and where it stands in the log.
    /// - Throws: What `body` throws; ``EventStoreError``, with code ``EventStoreError/Code/conflict`` where the last attempt
    ///   met one too.
    @discardableResult
    public func decide<Value>(
        retrying retry: ConflictRetry = ConflictRetry(),
        _ body: (_ decision: inout DecisionScope) async throws -> Value
    ) async throws -> Decided<Value> {
        var conflicts = ConflictMemory()
        var given = Commit(entries: [])
        let isWorthAnother = { (error: any Error) in
            error.isConflict && conflicts.repetition(by: given.violations(in: error)) == nil
        }
        return try await retry(where: isWorthAnother) {
            given = Commit(entries: [])
            var scope = try await DecisionScope(on: self)
            let position = scope.position
            let value = try await body(&scope)
            given = scope.commit
            let (commit, reads) = try scope.finished()
            guard let commit else { return Decided(value, restingOn: reads, upTo: position) }
            return Decided(value, restingOn: reads, recordedAs: try await append(commit))
        }
    }
}

extension Commit {
    /// The rules of this commit that a conflict names.
    ///
    /// Those that follow from reading are others: a store may show for a while what is no longer so, and they are met with
    /// another attempt in any case.
    fileprivate func violations(in conflict: any Error) -> EventStoreError {
        let violations = (conflict as? EventStoreError)?.violations ?? []
        return .conflict(
            violations.filter { violation in
                switch violation {
                case .expectation(let stream, let expected, _), .check(let stream, let expected, _):
                    (expectations + checks).contains(Guard(stream: stream, expectation: expected))
                case .condition(_, let condition, _): conditions.contains(condition)
                }
            })
    }
}
