import Nacre

extension BrokenTarget {
    /// Appends in a way that breaks the rule, if the rule concerns it; `nil` if the store should append normally.
    func appendBefore(_ commit: Commit) async throws -> AppendResult? {
        switch rule {
        case .ignoreChecks:
            var unchecked = commit
            unchecked.checks = []
            return try await target.append(unchecked)
        case .ignoreConditions:
            var unconditional = commit
            unconditional.conditions = []
            return try await target.append(unconditional)
        case .repeatTwice: return try await target.append(Self.withoutIDs(commit))
        case .loseCommits:
            guard !Self.hasIDs(commit), breaks() else { return nil }
            return try await promised(commit)
        case .writeInPart:
            guard commit.entries.count > 1, !Self.hasIDs(commit), breaks() else { return nil }
            let promised = try await promised(commit)
            _ = try await target.append(Commit(entries: commit.entries.dropLast()))
            return promised
        case .splitCommits:
            guard commit.entries.count > 1, !Self.hasIDs(commit), breaks() else { return nil }
            _ = try await target.append(Commit(entries: Array(commit.entries[..<1])))
            return try await target.append(Commit(entries: Array(commit.entries[1...])))
        case .failInPart:
            guard commit.entries.count > 1, !Self.hasIDs(commit), breaks() else { return nil }
            _ = try await target.append(Commit(entries: Array(commit.entries[..<1])))
            throw EventStoreError(.inputOutput, "the append was made to fail", outcome: .unknown)
        case .failAppends:
            guard breaks() else { return nil }
            throw EventStoreError(.invalidArgument, "the append was made to fail", outcome: .notWritten)
        case .answerEarly:
            guard breaks() else { return nil }
            let promised = try await promised(commit)
            Task {
                try await Task.sleep(for: .milliseconds(5))
                return try await target.append(Commit(entries: commit.entries))
            }
            return promised
        case .writeBehindNext: return try await appendBehindNext(commit)
        case .writeOtherTypes:
            guard !Self.hasIDs(commit), breaks() else { return nil }
            var altered = commit
            altered.entries[0].event.type = Self.otherType(than: commit.entries[0].event.type)
            return try await target.append(altered)
        case .refuseWithoutReason:
            guard !Self.hasIDs(commit), let expected = commit.expectations.first, breaks() else { return nil }
            let actual = try await target.version(of: expected.stream)
            throw EventStoreError.conflict([
                .expectation(stream: expected.stream, expected: expected.expectation, actual: actual + 1_000)
            ])
        default: return nil
        }
    }

    /// Answers as the store did, or with an answer that breaks the rule.
    func answer(to commit: Commit, _ result: AppendResult) async throws -> AppendResult {
        switch rule {
        case .writeTwice where !result.wasAlreadyCommitted && breaks():
            _ = try await target.append(Commit(entries: Self.withoutIDs(commit).entries))
        case .writeUnasked where !result.wasAlreadyCommitted && breaks():
            try await write([Self.unasked(after: result.lastPosition)])
        case .readBehindOthers:
            // Meanwhile others read what is not acknowledged; a written commit cannot be cancelled.
            try await Task { try await Task.sleep(for: .milliseconds(2)) }.value
            memory.acknowledge(result.lastPosition)
        case .tellWrongPositions where !result.wasAlreadyCommitted && breaks():
            return AppendResult(
                firstPosition: (result.positions.first ?? 0) + 1, lastPosition: result.lastPosition + 1,
                streams: result.streams)
        case .tellWrongVersions where !result.wasAlreadyCommitted && breaks():
            return AppendResult(
                firstPosition: result.positions.first ?? 0, lastPosition: result.lastPosition,
                streams: result.streams.map { .init(stream: $0.stream, version: $0.version + 1) })
        case .tellWrongRepeats where result.wasAlreadyCommitted:
            return AppendResult(alreadyCommittedAt: result.positions.map { $0 + 1 }, streams: result.streams)
        case .refuseRepeats where result.wasAlreadyCommitted:
            let stream = commit.entries[0].stream
            throw EventStoreError.conflict([
                .expectation(stream: stream, expected: .noStream, actual: try await target.version(of: stream))
            ])
        default: return rule.shown(result)
        }
        return result
    }

    /// Refuses as the store did, or answers in a way that breaks the rule.
    func appendRefused(_ commit: Commit, _ error: EventStoreError) async throws -> AppendResult {
        switch rule {
        case .acceptStaleExpectations:
            guard breaks() else { throw error }
            var unexpecting = commit
            unexpecting.expectations = []
            return try await target.append(unexpecting)
        case .writeRefused:
            if breaks() { _ = try await target.append(Commit(entries: Self.withoutIDs(commit).entries)) }
        case .nameWrongReason:
            guard case .expectation(let stream, let expected, let actual)? = error.violations.first, breaks() else {
                throw error
            }
            throw EventStoreError.conflict([
                .expectation(stream: stream, expected: expected, actual: actual + 1_000)
            ])
        case .nameOneReason:
            throw EventStoreError.conflict(Array(error.violations.prefix(1)))
        default: break
        }
        throw error
    }

    static func hasIDs(_ commit: Commit) -> Bool { commit.entries.contains { $0.event.id != nil } }

    static func withoutIDs(_ commit: Commit) -> Commit {
        var commit = commit
        for index in commit.entries.indices { commit.entries[index].event.id = nil }
        return commit
    }

    /// A commit that no client has made: no run has so many.
    private static func unasked(after position: Position) -> Commit {
        let label = EventLabel(key: CommitKey(client: 1 << 20, number: Int(position)), index: 0, count: 1)
        let event = EventData(type: EventShape.typeName(0), data: label.data(bytes: 0))
        return Commit([event], to: EventShape.streamName(0))
    }

    /// Acknowledges a commit without rules before it is written, and writes earlier acknowledged ones after another
    /// commit.
    ///
    /// Returns `nil` if the store should append normally.
    private func appendBehindNext(_ commit: Commit) async throws -> AppendResult? {
        let held = memory.takeHeld()
        guard held.isEmpty else {
            let result = try? await target.append(commit)
            try await write(held)
            // A commit that fails before the held ones is judged again after them, for the reason of its refusal.
            return if let result { result } else { try await target.append(commit) }
        }
        guard !Self.hasIDs(commit), commit.expectations.isEmpty, commit.checks.isEmpty, commit.conditions.isEmpty else {
            return nil
        }
        let promised = try await promised(commit)
        memory.hold(commit)
        Task {
            // There may be no next commit.
            try await Task.sleep(for: .milliseconds(5))
            try await writeHeld()
        }
        return promised
    }

    /// Writes acknowledged commits that are not yet written, so that no read misses them.
    func writeHeld() async throws { try await write(memory.takeHeld()) }

    /// Writes commits, even if the calling task is cancelled.
    private func write(_ commits: [Commit]) async throws {
        guard Task.isCancelled else {
            for commit in commits { _ = try await target.append(commit) }
            return
        }
        try await Task {
            for commit in commits { _ = try await target.append(commit) }
        }.value
    }

    /// The answer that a commit would get if it were written now.
    private func promised(_ commit: Commit) async throws -> AppendResult {
        let head = try await target.head()
        var states: [AppendResult.StreamState] = []
        for entry in commit.entries where !states.contains(where: { $0.stream == entry.stream }) {
            let version = try await target.version(of: entry.stream)
            let events = commit.entries.count { $0.stream == entry.stream }
            states.append(.init(stream: entry.stream, version: version + StreamVersion(events)))
        }
        return AppendResult(
            firstPosition: head + 1, lastPosition: head + Position(commit.entries.count), streams: states)
    }
}
