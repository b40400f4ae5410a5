/// A decider that judges recorded events: whether its rules allow an event in a state.
///
/// `evolve(_:_:)` accepts any event, because it has already happened. Tools ask this protocol to find the events in a
/// log that no command could have caused, such as those of another program or of an import. The domain need not depend
/// on a tool.
public protocol JudgingDecider: Decider {
    // FEAT-46: A decider declares in its own words which events its rules refuse.

    /// Judges an event in the state before it.
    ///
    /// An event is allowed exactly if `decide(_:_:)` returns it for some command on that state. An event that would
    /// change nothing is therefore refused, if `decide(_:_:)` returns no events in its place.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state before the event.
    /// - Returns: Why the rules refuse the event; `nil` if they allow it.
    static func refusal(of event: Event, in state: State) -> Refusal?
}

extension JudgingDecider {
    /// Whether the rules allow an event in the state before it.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state before the event.
    /// - Returns: Whether ``refusal(of:in:)`` gives no reason against it.
    public static func allows(_ event: Event, in state: State) -> Bool {
        refusal(of: event, in: state) == nil
    }
}
