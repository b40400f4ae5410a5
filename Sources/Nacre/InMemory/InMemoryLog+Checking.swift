extension InMemoryLog {
    /// Looks up whether the events of a commit are already recorded (idempotency).
    ///
    /// - Parameter commit: A validated commit.
    /// - Returns: The result of the earlier append; `nil` if no event is recorded.
    /// - Throws: ``EventStoreError`` if only some events are recorded, or recorded ones differ.
    func repeated(_ commit: Commit) throws(EventStoreError) -> AppendResult? {
        var recorded: [RecordedEvent] = []
        var differing: [EventID] = []
        for entry in commit.entries {
            guard let id = entry.event.id, let event = event(withID: id) else { continue }
            recorded.append(event)
            let isSame =
                event.stream == entry.stream && event.type == entry.event.type && event.data == entry.event.data
            if !isSame { differing.append(id) }
        }
        if recorded.isEmpty { return nil }
        guard recorded.count == commit.entries.count, differing.isEmpty else {
            throw .idempotencyMismatch(
                recorded: recorded.map(\.id), differing: differing, of: commit.entries.count)
        }
        var versions: [StreamName: StreamVersion] = [:]
        for event in recorded { versions[event.stream] = max(event.version, versions[event.stream] ?? 0) }
        let states = recorded.compactMap { event in
            versions.removeValue(forKey: event.stream).map {
                AppendResult.StreamState(stream: event.stream, version: $0)
            }
        }
        return AppendResult(alreadyCommittedAt: recorded.map(\.position), streams: states)
    }

    /// Evaluates a commit's expectations, checks and conditions.
    ///
    /// - Parameter commit: A commit whose events are new.
    /// - Throws: ``EventStoreError`` with all violations.
    func checkRules(of commit: Commit) throws(EventStoreError) {
        var violations: [Violation] = []
        for guarded in commit.expectations {
            let actual = version(of: guarded.stream)
            guard !guarded.expectation.holds(at: actual) else { continue }
            violations.append(
                .expectation(stream: guarded.stream, expected: guarded.expectation, actual: actual))
        }
        for guarded in commit.checks {
            let actual = version(of: guarded.stream)
            guard !guarded.expectation.holds(at: actual) else { continue }
            violations.append(.check(stream: guarded.stream, expected: guarded.expectation, actual: actual))
        }
        for (index, condition) in commit.conditions.enumerated() {
            let later = events.dropFirst(Int(condition.after))
            guard let event = later.first(where: condition.failIfEventsMatch.matches) else { continue }
            let conflict = ConflictingEvent(position: event.position, type: event.type, tags: event.tags)
            violations.append(.condition(index: index, condition: condition, conflict: conflict))
        }
        guard violations.isEmpty else { throw .conflict(violations, head: head) }
    }
}
