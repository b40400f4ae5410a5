package import Nacre

/// The wrong numbers of a store that leaves a gap: the same for every reader, at any time.
extension StoreBreak {
    /// The last position, and the last version of every stream, before the gap.
    private static let beforeGap: (position: Position, version: StreamVersion) = (40, 3)

    /// The position under which an event is shown.
    package func shown(_ position: Position) -> Position {
        self == .skipPositions && position > Self.beforeGap.position ? position + 1 : position
    }

    /// The version under which an event is shown.
    private func shown(version: StreamVersion) -> StreamVersion {
        self == .skipVersions && version > Self.beforeGap.version ? version + 1 : version
    }

    package func shown(_ event: RecordedEvent) -> RecordedEvent {
        guard self == .skipPositions || self == .skipVersions else { return event }
        return RecordedEvent(
            position: shown(event.position), stream: event.stream, version: shown(version: event.version),
            id: event.id, type: event.type, schema: event.schema, time: event.time, recordedAt: event.recordedAt,
            tags: event.tags, data: event.data, metadata: event.metadata, isLastOfCommit: event.isLastOfCommit)
    }

    /// An answer with the positions as they are shown; its versions are right.
    package func shown(_ result: AppendResult) -> AppendResult {
        guard self == .skipPositions, let first = result.positions.first else { return result }
        guard !result.wasAlreadyCommitted else {
            return AppendResult(
                alreadyCommittedAt: result.positions.map { shown($0) }, streams: result.streams)
        }
        return AppendResult(
            firstPosition: shown(first), lastPosition: shown(result.lastPosition), streams: result.streams)
    }

    /// The real position of a shown one.
    private func meant(_ position: Position) -> Position {
        self == .skipPositions && position > Self.beforeGap.position ? position - 1 : position
    }

    /// A read order with the real positions of shown ones.
    func meant(_ order: ReadOrder) -> ReadOrder {
        switch order {
        case .forward(let position): .forward(after: meant(position))
        case .backward(let position): .backward(from: position.map { meant($0) })
        }
    }

    /// A commit with the real positions in its conditions.
    func meant(_ commit: Commit) -> Commit {
        var commit = commit
        for index in commit.conditions.indices {
            commit.conditions[index].after = meant(commit.conditions[index].after)
        }
        return commit
    }
}
