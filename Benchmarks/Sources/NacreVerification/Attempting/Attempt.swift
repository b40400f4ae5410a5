package import Nacre

/// One attempt to append: its claim, and its outcome.
///
/// Every attempt has events of its own: the sequence number of its first event is the attempt's number among its
/// writer's, times the events per append. So a log shows which attempts it contains.
package struct Attempt: Hashable, Sendable {
    /// What must be true of the log before the attempt's first event.
    package enum Claim: Hashable, Sendable {
        /// No requirement.
        case nothing

        /// The stream is at this version.
        case version(StreamVersion)

        /// No event after this position has the attempt's tag.
        case noEvent(after: Position)
    }

    /// The outcome of an attempt.
    package enum Outcome: Hashable, Sendable {
        /// There was no answer: its events may or may not be in the log.
        case unknown

        /// It was refused: its events are not in the log.
        case refused

        /// It was accepted, with the place of its events.
        case accepted(firstPosition: Position, firstVersion: StreamVersion)
    }

    package var stream: UInt32

    /// The number of its events' tag; `nil` if they have none.
    package var tag: UInt32?

    package var claim: Claim
    var outcome = Outcome.unknown

    package init(stream: UInt32, tag: UInt32? = nil, claim: Claim, outcome: Outcome = .unknown) {
        (self.stream, self.tag, self.claim, self.outcome) = (stream, tag, claim, outcome)
    }

    /// The tag with a number: `topic-` and the number, as for the recurring tags of a load.
    package static func tag(_ number: UInt32) -> Tag { Tag("topic-" + String(number)) }

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
