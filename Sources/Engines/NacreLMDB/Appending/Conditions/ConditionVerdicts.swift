import Nacre

/// What the conditions of a commit come to, each over the log up to a position.
///
/// The log is only ever appended to: a conflict that was found stays one, and where there is none yet, only what comes
/// behind the position can bring it.
struct ConditionVerdicts: Sendable {
    /// What is known of one condition.
    enum Verdict: Sendable {
        /// Nothing matches up to this position.
        case holds(upTo: Position)
        /// The first event that matches.
        case fails(ConflictingEvent)
        /// The log could not be read where it had to be: the error, for the commit that is not a repeat.
        case unreadable(EventStoreError)
    }

    let conditions: [AppendCondition]
    private(set) var verdicts: [Verdict]
    /// How often the writer has sent the commit back to be judged further.
    var attempts = 0

    init(_ conditions: [AppendCondition]) {
        self.conditions = conditions
        verdicts = conditions.map { .holds(upTo: $0.after) }
    }

    var isEmpty: Bool { conditions.isEmpty }

    /// Behind which position the log is still to be asked for a condition; `nil` where there is nothing to ask for, up
    /// to and with `head`.
    func start(of index: Int, upTo head: Position) -> Position? {
        guard case .holds(let position) = verdicts[index], position < head else { return nil }
        return position
    }

    /// The first of the positions behind which the log is still to be asked; `nil` where there is none.
    func start(upTo head: Position) -> Position? {
        conditions.indices.lazy.compactMap { start(of: $0, upTo: head) }.min()
    }

    /// Notes what a condition has come to.
    mutating func note(_ verdict: Verdict, of index: Int) {
        verdicts[index] = verdict
    }
}

extension ConflictingEvent {
    init(_ record: Record) {
        self.init(
            position: record.position, type: EventType(String(decoding: record.typeName, as: UTF8.self)),
            tags: record.tags)
    }
}
