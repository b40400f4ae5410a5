import DomainKit
import Nacre

/// What may be answered of a log that does not hold together, where it is not refused: what the log said before it was
/// changed.
///
/// Two exceptions, in which a reader that does not look at the whole log cannot know better:
///
/// - **Altered**: in an event's place stands another one, in a block whose checksums fit. It is answered as it is now;
///   and what it is now is left out where the index does not name it.
/// - **Cut**: the newest blocks are gone, and what is now the last block is whole.
///
/// Nothing else may be missing: neither what a hole has taken, nor what cannot be read.
struct BrokenLog {
    let original: Model
    let present: Model
    /// What stands in its place as before.
    private let unaltered: Model
    /// Where something else stands than before.
    private let altered: Set<Position>
    /// Where the event has another stream, id, version or time than before, by which events are found and ordered.
    private let displaced: Set<Position>
    /// Where the log ends now, as far as that can be told.
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

    /// The greatest position that must not be given again.
    var maxPosition: Position { max(present.events.map(\.position).max() ?? 0, end ?? original.head) }

    /// Whether an event of the original log is altered, or was cut off.
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
        // A search by time finds another place where times do not ascend.
        let times = present.events.map(\.recordedAt)
        if question.needsSoundLog, zip(times, times.dropFirst()).contains(where: { $0 > $1 }) { return true }
        return found == question.expect(present) || found == question.expect(unaltered)
    }

    private func permits(
        _ found: [RecordedEvent], instead before: [RecordedEvent], to question: Interrogation.Question
    ) -> Bool {
        // Where an id, a version or a time was altered, more than one answer is right; but nothing is made up.
        if question.needsSoundLog, found.contains(where: { displaced.contains($0.position) }) {
            return found.allSatisfy(present.contains) && Self.isOrdered(found, as: before)
        }
        let now = question.expect(present).events + question.expect(unaltered).events
        guard found.allSatisfy({ before.contains($0) || now.contains($0) }), Self.isOrdered(found, as: before) else {
            return false
        }
        let missing = before.filter { !found.contains($0) && !isGone($0) }
        // Where so many were asked for, others have taken the place of the last ones.
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

    /// The versions that a stream may be said to be at.
    func versions(of stream: StreamName) -> Set<StreamVersion> {
        let kept = original.stream(stream).last { !isGone($0) }
        var versions: Set<StreamVersion> = [original.stream(stream).last?.version ?? 0, kept?.version ?? 0]
        for event in present.stream(stream) where event.position > kept?.position ?? 0 {
            versions.insert(event.version)
        }
        return versions
    }

    // MARK: Appending

    /// Whether no reader can take a condition for one that holds: an event that matches is where it was.
    func fails(_ condition: AppendCondition) -> Bool {
        let query = condition.failIfEventsMatch
        return original.events.contains { event in
            event.position > condition.after && query.matches(event)
                && (!isGone(event) || present[event.position].contains(where: query.matches))
        }
    }

    /// Whether no reader can take events for ones that were never recorded.
    func knows(_ events: [RecordedEvent]) -> Bool { events.contains { !isGone($0) } }

    // MARK: What is derived

    /// Whether rows are what counting comes to: up to some position as the log was, and from there on as it is now, up to
    /// another, without a hole.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - counts: What counts, from nothing.
    ///   - last: Up to where was counted; `nil` for up to anywhere.
    /// - Returns: Whether they are.
    func permits(_ rows: Answer, counted counts: StreamCounts, upTo last: Position?) -> Bool {
        var counts = counts
        for applied in 0...original.head {
            if applied > 0 { for event in original[applied] { counts.take(event) } }
            if permits(rows, from: counts, behind: applied, upTo: last) { return true }
        }
        return false
    }

    /// Whether rows are what counting what is there comes to, from some counts on, without a hole.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - counts: The counts to begin with.
    ///   - applied: The position up to which these go.
    ///   - last: Up to where was counted; `nil` for up to anywhere.
    /// - Returns: Whether they are.
    func permits(
        _ rows: Answer, from counts: StreamCounts, behind applied: Position, upTo last: Position?
    ) -> Bool {
        var counts = counts
        var position = applied
        while true {
            if position == last ?? position, rows == .text(counts.lines) { return true }
            position += 1
            // What overlaps is not read as two.
            guard position <= last ?? .max, let event = present[position].first else { return false }
            counts.take(event)
        }
    }
}

extension RecordedEvent {
    /// Whether another stream, id, version or time is asked for, or another order comes of it, than for an event before.
    fileprivate func isFoundOtherwise(than other: RecordedEvent) -> Bool {
        stream != other.stream || id != other.id || version != other.version || time != other.time
            || recordedAt != other.recordedAt
    }
}
