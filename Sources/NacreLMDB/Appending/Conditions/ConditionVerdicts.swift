import Nacre

/// What the conditions of a commit come to, over the log up to a position.
///
/// The log is only ever appended to: a conflict that was found stays one, and where there is none yet, only what comes
/// behind the position can bring it.
struct ConditionVerdicts: Sendable {
    /// What is known of one condition.
    enum Verdict: Sendable {
        /// Nothing matches so far.
        case holds
        /// The first event that matches.
        case fails(ConflictingEvent)
        /// The log could not be read where it had to be: the error, for the commit that is not a repeat.
        case unreadable(EventStoreError)
    }

    let conditions: [AppendCondition]
    private(set) var verdicts: [Verdict]
    /// Up to where the log was asked.
    private(set) var judgedUpTo: Position
    /// How often the writer has sent the commit back to be judged anew.
    var attempts = 0

    init(_ conditions: [AppendCondition]) {
        self.conditions = conditions
        verdicts = [Verdict](repeating: .holds, count: conditions.count)
        judgedUpTo = conditions.lazy.map(\.after).min() ?? 0
    }

    var isEmpty: Bool { conditions.isEmpty }

    /// Whether something up to a position could make a condition fail that holds so far.
    func isOpen(_ index: Int, upTo head: Position) -> Bool {
        guard case .holds = verdicts[index] else { return false }
        return start(of: index) < head
    }

    /// Whether something up to a position could make any condition fail that holds so far.
    func isOpen(upTo head: Position) -> Bool {
        judgedUpTo < head && conditions.indices.contains { isOpen($0, upTo: head) }
    }

    /// Behind which position the log is still to be asked for a condition.
    func start(of index: Int) -> Position { max(conditions[index].after, judgedUpTo) }

    /// Notes that everything up to a position was looked at, with what was found.
    mutating func note(_ found: [(index: Int, verdict: Verdict)], upTo head: Position) {
        for (index, verdict) in found { verdicts[index] = verdict }
        judgedUpTo = max(judgedUpTo, head)
    }
}

extension ConflictingEvent {
    init(_ record: Record) {
        self.init(
            position: record.position, type: EventType(String(decoding: record.typeName, as: UTF8.self)),
            tags: record.tags)
    }
}
