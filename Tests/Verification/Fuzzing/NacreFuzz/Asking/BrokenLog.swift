import DomainKit
import Nacre

/// The allowed answers of an inconsistent log, if it is not refused: those of the log before the
/// mutation.
///
/// There are two exceptions, which a reader of a part of the log cannot detect:
///
/// - **Altered**: another event is at a position, in a block with valid checksums. The answer has the present event,
///   or leaves it out if the index does not find it.
/// - **Cut**: the newest blocks are missing, and the present last block is valid.
///
/// No other event may be missing: neither one in a hole, nor an unreadable one.
struct BrokenLog {
    let original: Model
    let present: Model
    /// The events at their original positions.
    private let unaltered: Model
    /// The positions with an altered event.
    private let altered: Set<Position>
    /// The positions where the stream, id, version or time is altered, by which events are found and ordered.
    private let displaced: Set<Position>
    /// The present head of the log, as far as it can be determined.
    private let end: Position?

    init(_ log: ParsedLog, original: Model, present: Model) {
        (self.original, self.present, end) = (original, present, log.end)
        altered = Set(present.events.map(\.position).filter { present[$0] != original[$0] })
        displaced = altered.filter { position in
            let (before, now) = (original[position], present[position])
            return before.count != now.count || zip(before, now).contains { $0.isFoundOtherwise(than: $1) }
        }
        unaltered = Model(events: present.events.filter(original.contains), head: present.head)
    }

    /// The highest position that must not be assigned again.
    var maxPosition: Position { max(present.events.map(\.position).max() ?? 0, end ?? original.head) }

    /// Whether an event of the original log is altered or cut off.
    private func isGone(_ event: RecordedEvent) -> Bool {
        altered.contains(event.position) || end.map { event.position > $0 } ?? false
    }

    // MARK: Reading

    func permits(_ found: Answer, to question: Interrogation.Question) -> Bool {
        let before = original.expected(by: question)
        if found == before { return true }
        if case .events(let events) = found { return permits(events, instead: before.events, to: question) }
        if let stream = question.stream { return versions(of: stream).contains { found == .text("\($0)") } }
        guard let end, !altered.isEmpty || end < original.head else { return false }
        // If times do not ascend, a search by time finds another position.
        let times = present.events.map(\.recordedAt)
        if question.needsSoundLog, zip(times, times.dropFirst()).contains(where: { $0 > $1 }) { return true }
        return found == question.expect(present) || found == question.expect(unaltered)
    }

    private func permits(
        _ found: [RecordedEvent], instead before: [RecordedEvent], to question: Interrogation.Question
    ) -> Bool {
        // If an id, a version or a time is altered, several answers are right, but no event may be invented.
        if question.needsSoundLog, found.contains(where: { displaced.contains($0.position) }) {
            return found.allSatisfy(present.contains) && Self.isOrdered(found, as: before)
        }
        let now = question.expect(present).events + question.expect(unaltered).events
        guard found.allSatisfy({ before.contains($0) || now.contains($0) }), Self.isOrdered(found, as: before) else {
            return false
        }
        let missing = before.filter { !found.contains($0) && !isGone($0) }
        // With a limit, other events may take the place of the last ones.
        guard found.count == before.count, let last = found.last else { return missing.isEmpty }
        let isForward = before.count < 2 || before[0].position < before[1].position
        return missing.allSatisfy { isForward ? $0.position > last.position : $0.position < last.position }
    }

    private static func isOrdered(_ found: [RecordedEvent], as before: [RecordedEvent]) -> Bool {
        let pairs = zip(found, found.dropFirst())
        let ascends = pairs.allSatisfy { $0.position < $1.position }
        let descends = pairs.allSatisfy { $0.position > $1.position }
        guard before.count > 1 else { return ascends || descends }
        return before[0].position < before[1].position ? ascends : descends
    }

    /// The allowed versions of a stream.
    func versions(of stream: StreamName) -> Set<StreamVersion> {
        let kept = original.stream(stream).last { !isGone($0) }
        var versions: Set<StreamVersion> = [original.stream(stream).last?.version ?? 0, kept?.version ?? 0]
        for event in present.stream(stream) where event.position > kept?.position ?? 0 {
            versions.insert(event.version)
        }
        return versions
    }

    // MARK: Appending

    /// Whether every reader finds a condition violated: a matching event is at its original position.
    func fails(_ condition: AppendCondition) -> Bool {
        let query = condition.failIfEventsMatch
        return original.events.contains { event in
            event.position > condition.after && query.matches(event)
                && (!isGone(event) || present[event.position].contains(where: query.matches))
        }
    }

    /// Whether every reader finds that events are recorded.
    func knows(_ events: [RecordedEvent]) -> Bool { events.contains { !isGone($0) } }

    // MARK: Derived data

    /// Whether rows are possible counts: up to some position of the original log, and from there on of the present log,
    /// up to another position, without a hole.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - counts: The empty counts to begin with.
    ///   - last: The last counted position; `nil` for any.
    /// - Returns: Whether they are possible.
    func permits(_ rows: Answer, counted counts: StreamCounts, upTo last: Position?) -> Bool {
        var counts = counts
        for applied in 0...original.head {
            if applied > 0 { for event in original[applied] { counts.take(event) } }
            if permits(rows, from: counts, behind: applied, upTo: last) { return true }
        }
        return false
    }

    /// Whether rows are possible counts of the present log, beginning with some counts, without a hole.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - counts: The counts to begin with.
    ///   - applied: The position of these counts.
    ///   - last: The last counted position; `nil` for any.
    /// - Returns: Whether they are possible.
    func permits(
        _ rows: Answer, from counts: StreamCounts, behind applied: Position, upTo last: Position?
    ) -> Bool {
        var counts = counts
        var position = applied
        while true {
            if position == last ?? position, rows == .text(counts.lines) { return true }
            position += 1
            // Overlapping blocks are not counted twice.
            guard position <= last ?? .max, let event = present[position].first else { return false }
            counts.take(event)
        }
    }
}

extension RecordedEvent {
    /// Whether the stream, id, version or time differs from the original event, by which events are found and ordered.
    fileprivate func isFoundOtherwise(than other: RecordedEvent) -> Bool {
        stream != other.stream || id != other.id || version != other.version || time != other.time
            || recordedAt != other.recordedAt
    }
}
