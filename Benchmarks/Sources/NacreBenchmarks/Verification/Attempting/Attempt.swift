import Nacre

/// One try to append: what it claimed, and what became of it.
///
/// Every attempt has events of its own: the number of the attempt among its writer's, times the events of an append, is
/// the sequence number of its first one. So a log shows which of the attempts it took.
struct Attempt: Hashable, Sendable {
    /// What must be true of the log where the attempt's events begin.
    enum Claim: Hashable, Sendable {
        /// Nothing.
        case nothing

        /// The stream is at this version.
        case version(StreamVersion)

        /// No event carries the attempt's tag behind this position.
        case noEvent(after: Position)
    }

    /// What became of an attempt.
    enum Outcome: Hashable, Sendable {
        /// No answer came: its events may be in the log, or not.
        case unknown

        /// It was refused: its events are not in the log.
        case refused

        /// It was accepted, and told where its events are.
        case accepted(firstPosition: Position, firstVersion: StreamVersion)
    }

    var stream: UInt32

    /// The number of the tag that its events carry; `nil` where they carry none.
    var tag: UInt32?

    var claim: Claim
    var outcome = Outcome.unknown

    /// The tag with a number: `topic-` and the number, as the recurring tags of a load are.
    static func tag(_ number: UInt32) -> Tag { Tag("topic-" + String(number)) }

    var isAccepted: Bool {
        if case .accepted = outcome { true } else { false }
    }
}

extension Attempt {
    /// The commit of an attempt, with its claim as an expectation or condition.
    func commit(_ events: [EventData]) -> Commit {
        let name = AppendLoad.streamName(Int(stream))
        switch claim {
        case .nothing: return Commit(events, to: name)
        case .version(let version): return Commit(events, to: name, expecting: .exact(version))
        case .noEvent(let position):
            var commit = Commit(events, to: name)
            commit.conditions = [
                AppendCondition(failIfEventsMatch: .tagged(tag.map(Self.tag) ?? ""), after: position)
            ]
            return commit
        }
    }
}
