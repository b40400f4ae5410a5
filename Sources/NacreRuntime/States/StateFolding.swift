package import DomainKit
package import Nacre

/// The fold of one stream's events by the decider of its category, whose types are erased.
package protocol StateFolding: Sendable {
    /// The state after the applied events.
    var value: StateValue { get }

    /// The folds of a stream without events, as it was recorded and as it is edited.
    var ofEditedStream: any EditedFolding { get }

    /// Applies the next event of the stream, and judges it in the state before it.
    ///
    /// - Parameter event: The event.
    /// - Returns: The judgement.
    /// - Throws: `EventDecodingError` if the data of an event of a known type cannot be decoded.
    mutating func apply(_ event: RecordedEvent) throws(EventDecodingError) -> EventJudgement
}

/// The folds of one stream's events by the decider of its category, as they were recorded and as they are edited.
package protocol EditedFolding: Sendable {
    /// Applies the next event to both states, and judges it in each.
    ///
    /// - Parameter step: The event.
    /// - Returns: The judgements; `nil` of a history that does not have the event, or in which it or an earlier one
    ///   cannot be decoded.
    mutating func apply(_ step: EditedStep) -> (recorded: EventJudgement?, edited: EventJudgement?)
}

/// What a decider says of an event.
package enum EventJudgement: Hashable, Sendable {
    /// The decider does not know the type of the event.
    case foreign

    /// The decider judges no events.
    case notJudged

    /// The rules allow the event.
    case allowed

    /// The rules refuse the event.
    case refused(Refusal)
}
