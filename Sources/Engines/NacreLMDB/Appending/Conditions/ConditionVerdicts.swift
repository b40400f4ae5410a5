import Nacre

/// The verdicts on a commit's append conditions, each over the log up to a position.
///
/// The log is append-only: a conflict once found stays, and a condition that holds up to a position can be violated
/// only by events after it.
struct ConditionVerdicts: Sendable {
    /// The verdict on one condition.
    enum Verdict: Sendable {
        /// No event matches up to this position.
        case holds(upTo: Position)
        /// The first matching event.
        case fails(ConflictingEvent)
        /// The log could not be read where needed: the error of the commit, unless the commit is already recorded.
        case unreadable(EventStoreError)
    }

    let conditions: [AppendCondition]
    // One for each condition, because they start at different positions and fail independently.
    private(set) var verdicts: [Verdict]
    /// How often the writer has sent the commit back to be evaluated further.
    var attempts = 0

    init(_ conditions: [AppendCondition]) {
        self.conditions = conditions
        verdicts = conditions.map { .holds(upTo: $0.after) }
    }

    var isEmpty: Bool { conditions.isEmpty }

    /// The position after which the log must still be searched for a condition, up to and including `head`; `nil` if
    /// there is nothing to search.
    func start(of index: Int, upTo head: Position) -> Position? {
        guard case .holds(let position) = verdicts[index], position < head else { return nil }
        return position
    }

    /// The lowest of the positions after which the log must still be searched; `nil` if there is none.
    func start(upTo head: Position) -> Position? {
        conditions.indices.lazy.compactMap { start(of: $0, upTo: head) }.min()
    }

    /// Records the verdict on a condition.
    mutating func note(_ verdict: Verdict, of index: Int) {
        verdicts[index] = verdict
    }
}

extension ConflictingEvent {
    init(_ record: Record) {
        unsafe self.init(
            position: record.position, type: EventType(String(decoding: record.typeName, as: UTF8.self)),
            tags: record.tags)
    }
}
