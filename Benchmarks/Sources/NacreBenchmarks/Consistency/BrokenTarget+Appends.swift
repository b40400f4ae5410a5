import Nacre

extension BrokenTarget {
    /// Appends in another way than the store would, where the rule is about that.
    ///
    /// - Returns: The answer; `nil` where the store is to append as it does.
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
        case .answerEarly:
            guard breaks() else { return nil }
            let promised = try await promised(commit)
            Task {
                try await Task.sleep(for: .milliseconds(5))
                return try await target.append(Commit(entries: commit.entries))
            }
            return promised
        case .refuseWithoutReason:
            guard !Self.hasIDs(commit), let expected = commit.expectations.first, breaks() else { return nil }
            let actual = try await target.version(of: expected.stream)
            throw EventStoreError.conflict([
                .expectation(stream: expected.stream, expected: expected.expectation, actual: actual + 1_000)
            ])
        default: return nil
        }
    }

    /// Answers as the store did, or otherwise, where the rule is about that.
    func answer(to commit: Commit, _ result: AppendResult) async throws -> AppendResult {
        switch rule {
        case .writeTwice where !result.wasAlreadyCommitted && breaks():
            _ = try await target.append(Commit(entries: Self.withoutIDs(commit).entries))
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
        default: break
        }
        return result
    }

    /// Refuses as the store did, or otherwise, where the rule is about that.
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

    /// What a commit would be answered, if it were written now.
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
