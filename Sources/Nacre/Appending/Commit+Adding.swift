extension Commit {
    /// Whether the commit has no events: nothing that could be appended.
    ///
    /// It may still have checks and conditions, which count when it is added to another one.
    public var isEmpty: Bool { entries.isEmpty }

    /// Both commits as one: all of both takes effect, or nothing.
    ///
    /// ```swift
    /// let withdrawal = try await accounts.commit(deciding: .withdraw(50), on: "ada")
    /// let deposit = try await accounts.commit(deciding: .deposit(50), on: "bob")
    /// try await store.append(withdrawal + deposit)
    /// ```
    ///
    /// The sum asks for everything that both ask for, of the log as it was before either's events:
    ///
    /// - The events of the left one come first.
    /// - Of expectations and checks on one stream, the sum has the one that holds where all of them hold. It is an
    ///   expectation where the sum writes the stream, otherwise a check.
    /// - Of conditions with one query, the sum has the one that begins earliest.
    ///
    /// Two commits that were decided separately on one stream expect it at the same version, and can be added; but neither
    /// decision has seen the other's events. Where it must, decide in one scope: ``EventStore/decide(retrying:_:)``.
    ///
    /// - Parameters:
    ///   - left: The commit whose events come first.
    ///   - right: The other one.
    /// - Returns: The sum. As any commit it is judged when it is appended: where the events of one carry ids and those of
    ///   the other do not, it is refused then.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` where no version of a stream meets
    ///   what both ask for.
    /// - Complexity: O(*n*) in the events and rules of both.
    public static func + (left: Commit, right: Commit) throws(EventStoreError) -> Commit {
        var sum = left
        try sum += right
        return sum
    }

    /// Adds a commit, as ``+(_:_:)`` does.
    ///
    /// - Parameters:
    ///   - left: The commit to which it is added; unchanged where this throws.
    ///   - right: What is added.
    /// - Throws: What ``+(_:_:)`` throws.
    /// - Complexity: O(*n*) in the events and rules of both.
    public static func += (left: inout Commit, right: Commit) throws(EventStoreError) {
        var guards = MergedGuards()
        for guarded in left.expectations + right.expectations { try guards.add(guarded, isExpectation: true) }
        for guarded in left.checks + right.checks { try guards.add(guarded, isExpectation: false) }
        left.entries += right.entries
        (left.expectations, left.checks) = guards.divided(byWritten: Set(left.entries.map(\.stream)))
        left.conditions = merged(left.conditions + right.conditions)
    }

    /// The conditions with each query once, from the earliest position that is given for it.
    private static func merged(_ conditions: [AppendCondition]) -> [AppendCondition] {
        var places: [Query: Int] = [:]
        var merged: [AppendCondition] = []
        for condition in conditions {
            if let place = places[condition.failIfEventsMatch] {
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
                commits that are added contradict each other: stream \(quoted(guarded.stream.text)) is expected \(other) \
                and \(guarded.expectation): decide both on one state of it
                """)
        }
        guards[place].guarded.expectation = both
        guards[place].isExpectation = guards[place].isExpectation || isExpectation
    }

    /// Expectations, and checks of the streams that are not written.
    ///
    /// An expectation of a stream without events stays what it is, for the store to refuse.
    func divided(byWritten written: Set<StreamName>) -> (expectations: [Commit.Guard], checks: [Commit.Guard]) {
        var divided: (expectations: [Commit.Guard], checks: [Commit.Guard]) = ([], [])
        for (guarded, isExpectation) in guards {
            if isExpectation || written.contains(guarded.stream) {
                divided.expectations.append(guarded)
            } else {
                divided.checks.append(guarded)
            }
        }
        return divided
    }
}
