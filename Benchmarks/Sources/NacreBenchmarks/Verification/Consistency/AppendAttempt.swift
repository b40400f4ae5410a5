import Nacre

/// One call of an append, in numbers.
struct AppendAttempt: Hashable, Sendable, Codable {
    /// What kind of call it is.
    enum Kind: String, Codable, Sendable {
        /// A commit that nobody has appended before, with ids that the store makes.
        case fresh

        /// The same, with ids of its own; two calls at the same time may carry the same ones.
        case identified

        /// A commit that is recorded, again as it was, under other rules.
        case repeated

        /// Another commit under ids that are recorded.
        case altered

        /// A fresh one whose caller withdraws it, perhaps too late.
        case withdrawn
    }

    /// A stream with what its version must be.
    struct Guarded: Hashable, Sendable, Codable {
        var stream: Int

        /// A version; or -1 for any, -2 where the stream must not be there, -3 where it must.
        private var rule: Int64

        init(_ stream: Int, _ expectation: Expectation) {
            self.stream = stream
            rule =
                switch expectation {
                case .any: -1
                case .noStream: -2
                case .streamExists: -3
                case .exact(let version): Int64(version)
                }
        }

        /// What the version must be.
        var expectation: Expectation {
            switch rule {
            case -1: .any
            case -2: .noStream
            case -3: .streamExists
            default: .exact(StreamVersion(max(0, rule)))
            }
        }

        var asGuard: Commit.Guard { .init(stream: EventShape.streamName(stream), expectation: expectation) }
    }

    /// Events that must not be there behind a position.
    struct Barred: Hashable, Sendable, Codable {
        var filter: EventFilter
        var after: Position
    }

    var kind: Kind

    /// Which commit: what is in the data of its events.
    var key: CommitKey

    var events: [EventShape]
    var expectations: [Guarded]
    var checks: [Guarded]
    var conditions: [Barred]

    /// The streams that it writes, in the order in which it names them first.
    var streams: [Int] {
        events.reduce(into: []) { streams, event in
            if !streams.contains(event.stream) { streams.append(event.stream) }
        }
    }

    /// The call as a commit, whose events have at least so many bytes of data; the store makes their ids where there
    /// are none.
    func commit(ids: [EventID]?, payloadBytes: Int) -> Commit {
        let entries = events.enumerated().map { index, event in
            let label = EventLabel(key: key, index: index, count: events.count)
            return Commit.Entry(
                stream: EventShape.streamName(event.stream),
                event: EventData(
                    id: ids?[index], type: EventShape.typeName(event.type), tags: event.tags.map(EventShape.tagName),
                    data: label.data(bytes: payloadBytes)))
        }
        return Commit(
            entries: entries, expectations: expectations.map(\.asGuard), checks: checks.map(\.asGuard),
            conditions: conditions.map { .init(failIfEventsMatch: $0.filter.query, after: $0.after) })
    }
}
