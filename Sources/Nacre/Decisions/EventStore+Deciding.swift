public import DomainKit

extension EventStore {
    /// Makes several decisions on one state of the log and appends them in one commit.
    ///
    /// On conflict, all of them are retried on fresh state.
    ///
    /// ```swift
    /// try await store.decide { decision in
    ///     try await decision.execute(.withdraw(cents: 50), on: "ada", in: accounts)
    ///     try await decision.execute(.deposit(cents: 50), on: "bob", in: accounts)
    /// }
    /// ```
    ///
    /// A rule that spans aggregates is a query:
    ///
    /// ```swift
    /// try await store.decide { decision in
    ///     guard try await !decision.contains(.tagged("email:ada@example.org")) else { throw EmailIsTaken() }
    ///     try await decision.execute(.open(owner: "Ada", email: "ada@example.org"), on: "7", in: accounts)
    /// }
    /// ```
    ///
    /// The commit takes effect only if nothing that `body` read has changed. If nothing is decided, nothing is
    /// appended. If `body` throws, nothing is appended, and only a conflict is retried.
    ///
    /// A rule given by the caller (``DecisionScope/append(_:to:expecting:)``) that conflicts again on unchanged state
    /// can never hold: its conflict is thrown at once.
    ///
    /// - Parameters:
    ///   - retry: The retry policy for conflicts.
    ///   - body: Reads and decides in the scope that it is called with. It runs once for each attempt, so it must
    ///     have no other effects.
    /// - Returns: The result of `body` in the attempt that took effect, and its position in the log.
    /// - Throws: Any error that `body` throws; ``EventStoreError``, with code ``EventStoreError/Code/conflict`` if
    ///   the last attempt met a conflict too.
    @discardableResult
    public func decide<Value>(
        retrying retry: ConflictRetry = ConflictRetry(),
        _ body: (_ decision: inout DecisionScope) async throws -> Value
    ) async throws -> DecisionResult<Value> {
        var conflicts = ConflictHistory()
        var given = Commit(entries: [])
        let mayRetry = { (error: any Error) in
            error.isConflict && conflicts.repetition(by: given.violations(in: error)) == nil
        }
        return try await retry(where: mayRetry) {
            given = Commit(entries: [])
            var scope = try await DecisionScope(on: self)
            let position = scope.position
            let value = try await body(&scope)
            given = scope.commit
            let (commit, reads) = try scope.finished()
            guard let commit else { return DecisionResult(value, basedOn: reads, upTo: position) }
            return DecisionResult(value, basedOn: reads, recordedAs: try await append(commit))
        }
    }
}

extension Commit {
    /// The rules of this commit that a conflict names.
    ///
    /// Rules that follow from reading are left out: a store may briefly return stale reads, so a conflict of such a
    /// rule is always worth a retry.
    fileprivate func violations(in conflict: any Error) -> EventStoreError {
        let violations = (conflict as? EventStoreError)?.violations ?? []
        return .conflict(
            // The scope's own rules differ with every attempt; only rules of the caller can fail in the same way again.
            violations.filter { violation in
                switch violation {
                case .expectation(let stream, let expected, _), .check(let stream, let expected, _):
                    (expectations + checks).contains(Guard(stream: stream, expectation: expected))
                case .condition(_, let condition, _): conditions.contains(condition)
                }
            })
    }
}
