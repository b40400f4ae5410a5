import Nacre

/// A store with a planted fault in its acknowledgements.
actor CarelessTarget: AppendTarget {
    private let target: any AppendTarget
    private let plant: CrashPlant
    private var appends = 0

    /// The last position acknowledged, and the commits still to be written up to it: for early acknowledgements.
    private var promised: Position
    private let waiting: AsyncStream<Commit>.Continuation
    private let writing: Task<Void, Never>

    init(_ target: any AppendTarget, _ plant: CrashPlant) async throws {
        self.target = target
        self.plant = plant
        promised = try await target.head()
        let (commits, waiting) = AsyncStream.makeStream(of: Commit.self)
        self.waiting = waiting
        writing = Task {
            for await commit in commits {
                do {
                    _ = try await target.append(commit)
                } catch {
                    standardError("nacre-bench: what was acknowledged cannot be written: \(error)")
                }
            }
        }
    }

    deinit {
        waiting.finish()
        writing.cancel()
    }

    func head() async throws -> Position { try await target.head() }

    func append(_ commit: Commit) async throws -> AppendResult {
        appends += 1
        switch plant {
        case .earlyAcknowledgement:
            let first = promised + 1
            promised += Position(commit.entries.count)
            waiting.yield(commit)
            return AppendResult(firstPosition: first, lastPosition: promised, streams: Self.versions(after: commit))
        case .lostCommit:
            guard appends.isMultiple(of: 20) else { return try await target.append(Self.unguarded(commit)) }
            let head = try await target.head()
            return AppendResult(
                firstPosition: head + 1, lastPosition: head + Position(commit.entries.count),
                streams: Self.versions(after: commit))
        case .partialCommit:
            guard appends.isMultiple(of: 20), commit.entries.count > 1 else { return try await target.append(commit) }
            let half = commit.entries.count / 2
            let first = try await target.append(Commit(entries: Array(commit.entries[..<half])))
            let second = try await target.append(Commit(entries: Array(commit.entries[half...])))
            return AppendResult(
                firstPosition: first.positions.first ?? 0, lastPosition: second.lastPosition,
                streams: Self.versions(after: commit))
        case .lostMetadata:
            var commit = commit
            if appends.isMultiple(of: 20) {
                for index in commit.entries.indices {
                    (commit.entries[index].event.schema, commit.entries[index].event.metadata) = (1, [])
                }
            }
            return try await target.append(commit)
        }
    }

    /// The versions of a commit's streams after it, by its expectations.
    private static func versions(after commit: Commit) -> [AppendResult.StreamState] {
        commit.expectations.map { expected in
            var version: StreamVersion = 0
            if case .exact(let before) = expected.expectation { version = before }
            version += StreamVersion(commit.entries.count { $0.stream == expected.stream })
            return .init(stream: expected.stream, version: version)
        }
    }

    /// The commit without its expectations: after a commit that was left out, the next one would fail otherwise.
    private static func unguarded(_ commit: Commit) -> Commit { Commit(entries: commit.entries) }
}
