extension Commit {
    /// Whether the commit has no events, and so cannot be appended by itself.
    ///
    /// It may still have checks and conditions, which apply when it is added to another commit.
    public var isEmpty: Bool { entries.isEmpty }

    /// Combines two commits into one that is appended atomically.
    ///
    /// ```swift
    /// let withdrawal = try await accounts.commit(deciding: .withdraw(cents: 50), on: "ada")
    /// let deposit = try await accounts.commit(deciding: .deposit(cents: 50), on: "bob")
    /// try await store.append(withdrawal + deposit)
    /// ```
    ///
    /// The sum requires everything that both commits require, evaluated against the log before the events of either:
    ///
    /// - The events of `left` come first.
    /// - Expectations and checks on one stream are merged into one that holds if all of them hold. It is an
    ///   expectation if the sum writes the stream, otherwise a check.
    /// - Conditions with the same query are merged into the one with the lowest `after`.
    ///
    /// Two commits decided separately on one stream expect it at the same version and can be added, but neither
    /// decision has seen the other's events. If one must see them, decide both in one scope:
    /// ``EventStore/decide(retrying:_:)``.
    ///
    /// - Parameters:
    ///   - left: The commit whose events come first.
    ///   - right: The commit to add.
    /// - Returns: The sum. It is validated when it is appended; for example, it is refused then if only one of the
    ///   commits has event ids.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` if no version of a stream
    ///   meets the expectations of both.
    /// - Complexity: O(*n*) in the events and rules of both.
    public static func + (left: Commit, right: Commit) throws(EventStoreError) -> Commit {
        var sum = left
        try sum += right
        return sum
    }

    /// Adds a commit to this one, as ``+(_:_:)`` does.
    ///
    /// - Parameters:
    ///   - left: The commit to add to; unchanged if this throws.
    ///   - right: The commit to add.
    /// - Throws: Errors of ``+(_:_:)``.
    /// - Complexity: O(*n*) in the events and rules of both.
    public static func += (left: inout Commit, right: Commit) throws(EventStoreError) {
        var guards = MergedGuards()
        for guarded in left.expectations + right.expectations { try guards.add(guarded, isExpectation: true) }
        for guarded in left.checks + right.checks { try guards.add(guarded, isExpectation: false) }
        left.entries += right.entries
        (left.expectations, left.checks) = guards.divided(byWritten: Set(left.entries.map(\.stream)))
        left.conditions = merged(left.conditions + right.conditions)
    }

    /// The conditions with each query once, with its lowest `after`.
    private static func merged(_ conditions: [AppendCondition]) -> [AppendCondition] {
        var places: [Query: Int] = [:]
        var merged: [AppendCondition] = []
        for condition in conditions {
            if let place = places[condition.failIfEventsMatch] {
                // The earlier position covers the later one.
                merged[place].after = min(merged[place].after, condition.after)
            } else {
                places[condition.failIfEventsMatch] = merged.count
                merged.append(condition)
            }
        }
        return merged
    }
}

/// Expectations and checks, one for each stream, in the order in which the streams are first named.
private struct MergedGuards {
    private var places: [StreamName: Int] = [:]
    private var guards: [(guarded: Commit.Guard, isExpectation: Bool)] = []

    mutating func add(_ guarded: Commit.Guard, isExpectation: Bool) throws(EventStoreError) {
        guard let place = places[guarded.stream] else {
            places[guarded.stream] = guards.count
            guards.append((guarded, isExpectation))
            return
        }
        let other = guards[place].guarded.expectation
        guard let both = other.intersection(guarded.expectation) else {
            throw .invalid(
                """
                the added commits contradict each other: stream \(quoted(guarded.stream.text)) is expected \(other) \
                and \(guarded.expectation): decide both on the same state of the stream
                """)
        }
        guards[place].guarded.expectation = both
        guards[place].isExpectation = guards[place].isExpectation || isExpectation
    }

    /// Splits the guards into expectations, and checks of streams that are not written.
    ///
    /// An expectation of a stream that the sum does not write stays an expectation, so that the store refuses it.
    func divided(byWritten written: Set<StreamName>) -> (expectations: [Commit.Guard], checks: [Commit.Guard]) {
        var divided: (expectations: [Commit.Guard], checks: [Commit.Guard]) = ([], [])
        for (guarded, isExpectation) in guards {
            // A stream that the sum writes may not be checked, so its check becomes an expectation.
            if isExpectation || written.contains(guarded.stream) {
                divided.expectations.append(guarded)
            } else {
                divided.checks.append(guarded)
            }
        }
        return divided
    }
}
