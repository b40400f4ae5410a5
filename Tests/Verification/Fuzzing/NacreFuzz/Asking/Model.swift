import DomainKit
import Nacre
import Synchronization

/// The answers of a log with these events, found by scanning them.
final class Model: Sendable {
    let events: [RecordedEvent]
    /// The position of the last event.
    let head: Position
    /// A mutated log may have several events at one position.
    private let byPosition: [Position: [RecordedEvent]]
    private let byStream: [StreamName: [RecordedEvent]]
    /// The cached answers by the names of the questions.
    private let known = Mutex<[String: Answer]>([:])

    convenience init(_ log: ParsedLog) {
        self.init(events: log.events, head: log.blocks.last?.last ?? 0)
    }

    init(events: [RecordedEvent], head: Position) {
        self.events = events
        self.head = head
        byPosition = Dictionary(grouping: events, by: \.position)
        byStream = Dictionary(grouping: events, by: \.stream)
    }

    /// The answer to a question; cached, because most cases do not change the log.
    func expected(by question: Interrogation.Question) -> Answer {
        if let answer = known.withLock({ $0[question.name] }) { return answer }
        let answer = question.expect(self)
        known.withLock { $0[question.name] = answer }
        return answer
    }

    /// The event at a position.
    subscript(position: Position) -> [RecordedEvent] { byPosition[position] ?? [] }

    func contains(_ event: RecordedEvent) -> Bool { self[event.position].contains(event) }

    func event(at position: Position) -> Answer {
        // Of overlapping blocks, the one that begins last is read.
        self[position].last.map { .events([$0]) } ?? .refused("no such event")
    }

    func event(withID id: EventID) -> Answer { .events(Array(events.filter { $0.id == id }.prefix(1))) }

    func stream(_ stream: StreamName) -> [RecordedEvent] { byStream[stream] ?? [] }

    func version(of stream: StreamName) -> Answer { .text("\(self.stream(stream).last?.version ?? 0)") }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> Answer {
        let all = self.stream(stream)
        let found =
            switch order {
            case .forward(let after): all.filter { $0.version > after }
            case .backward(let from): Array(all.filter { $0.version <= from ?? .max }.reversed())
            }
        return .events(Array(found.prefix(limit ?? .max)))
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> Answer {
        let all = events.filter(query.matches)
        let found =
            switch order {
            case .forward(let after): all.filter { $0.position > after }
            case .backward(let from): Array(all.filter { $0.position <= from ?? .max }.reversed())
            }
        return .events(Array(found.prefix(limit ?? .max)))
    }

    func position(at time: Instant) -> Answer {
        // Of overlapping blocks, the one that begins last is read.
        .text("\(events.last { $0.recordedAt <= time && self[$0.position].last == $0 }?.position ?? 0)")
    }

    /// The streams with version, first and last position.
    var streams: Answer {
        var found: [String: (version: StreamVersion, first: Position, last: Position)] = [:]
        for event in events {
            found[event.stream.text] = (
                event.version, found[event.stream.text]?.first ?? event.position, event.position
            )
        }
        return .text(Self.lines(found.map { "\($0): \($1.version), \($1.first) to \($1.last)" }))
    }

    /// The number of events of each stream, as rows.
    func counts(upTo position: Position = .max) -> Answer {
        var counts = StreamCounts()
        for event in events where event.position <= position { counts.take(event) }
        return .text(counts.lines)
    }

    static func lines(_ lines: [String]) -> String { lines.sorted().joined(separator: "; ") }
}

/// The number of events of each stream, as counted by ``Counts``.
struct StreamCounts {
    private(set) var counts: [String: Int] = [:]
    /// Whether events are skipped that a halting projection cannot apply.
    var skipsBad = false
    /// The id of the event that is recorded as skipped.
    var skipped: EventID?

    mutating func take(_ event: RecordedEvent) {
        if event.stream.text.hasPrefix("$") || skipsBad && event.type == "Bad" || event.id == skipped { return }
        counts[event.stream.text, default: 0] += 1
    }

    var lines: String { Model.lines(counts.map { "\($0): \($1)" }) }
}
