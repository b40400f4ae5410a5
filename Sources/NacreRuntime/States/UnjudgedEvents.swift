package import Nacre

/// Events of one kind that a check of the rules could not judge.
package struct UnjudgedEvents: Hashable, Sendable {
    /// Why events are not judged.
    package enum Reason: Hashable, Sendable {
        /// No decider is declared for the category.
        case noDecider

        /// The decider of the category judges no events.
        case noRules

        /// The decider does not know the type.
        case foreign(EventType)

        /// The event, or an earlier one of its stream, cannot be decoded.
        case undecodable

        /// The kinds after the first ``RuleSummary/maxKinds``.
        case other
    }

    /// The category of the streams; empty for ``Reason/other``.
    package let category: StreamName

    /// Why the events are not judged.
    package let reason: Reason

    /// The number of events.
    package internal(set) var events: UInt64 = 0

    /// The number of streams that begin with one of these events.
    package internal(set) var streams: UInt64 = 0
}

/// What a check of the rules judged.
package struct RuleSummary: Sendable {
    /// The maximum number of kinds of unjudged events that are counted separately.
    package static let maxKinds = 1_000

    /// The number of judged events.
    package internal(set) var judged: UInt64 = 0

    /// The number of refused events among them.
    package internal(set) var refused: UInt64 = 0

    private struct Kind: Hashable {
        let category: StreamName
        let reason: UnjudgedEvents.Reason
    }

    private var kinds: [Kind: Int] = [:]

    /// The events that were not judged, by kind, in the order in which the first of them was read.
    package private(set) var unjudged: [UnjudgedEvents] = []

    /// Counts an event by its judgement; `nil` if it, or an earlier one of its stream, cannot be decoded.
    mutating func add(_ event: RecordedEvent, _ judgement: EventJudgement?) {
        var category: String { event.stream.category }
        switch judgement {
        case .allowed: judged += 1
        case .refused:
            judged += 1
            refused += 1
        case .foreign: add(event, of: category, .foreign(event.type))
        case .notJudged: add(event, of: category, .noRules)
        case nil: add(event, of: category, .undecodable)
        }
    }

    /// Counts an event that was not judged.
    mutating func add(_ event: RecordedEvent, of category: String, _ reason: UnjudgedEvents.Reason) {
        var kind = Kind(category: StreamName(category), reason: reason)
        if kinds[kind] == nil, unjudged.count >= Self.maxKinds { kind = Kind(category: "", reason: .other) }
        let index = kinds[kind] ?? unjudged.count
        if index == unjudged.count {
            kinds[kind] = index
            unjudged.append(UnjudgedEvents(category: kind.category, reason: kind.reason))
        }
        unjudged[index].events += 1
        if event.version == 1 { unjudged[index].streams += 1 }
    }
}
