public import DomainKit

/// A decider that sees in its `evolve` where an event stands in the log: its stream, tags, time, version and position.
///
/// ``Aggregates``, ``Decisions`` and ``DecisionScope`` fold with it. It costs deciders nothing that do not conform.
///
/// ```swift
/// extension AccountDecider: RecordedDecider {
///     static func evolve(_ state: inout Account, _ event: AccountEvent, recorded: RecordedEvent) {
///         evolve(&state, event)
///         state.lastMovement = recorded.time
///     }
/// }
/// ```
///
/// A domain need not know of it: the conformance stands beside the codec. `evolve(_:_:)` stays what folds events that are
/// not recorded: those of a test, and those that were decided earlier in the same commit.
public protocol RecordedDecider: Decider {
    /// Takes an event into the state, in place of `evolve(_:_:)`.
    ///
    /// - Parameters:
    ///   - state: The state before the event; afterwards, the state with it.
    ///   - event: What has happened.
    ///   - recorded: The event as the log holds it.
    static func evolve(_ state: inout State, _ event: Event, recorded: RecordedEvent)
}

/// How a decider's state takes recorded events in: found once where it is set up, not at every event.
struct Evolution<Model: Decider>: Sendable {
    private let evolve: RecordedEvolution<Model.State, Model.Event>?

    /// Finds out whether the decider wants to see where an event stands.
    init() {
        let recorded = Model.self as? any RecordedDecider.Type
        evolve = recorded?.evolution as? RecordedEvolution<Model.State, Model.Event>
    }

    /// Takes an event into a state.
    func callAsFunction(_ state: inout Model.State, _ event: Model.Event, _ recorded: RecordedEvent) {
        if let evolve {
            evolve.body(&state, event, recorded)
        } else {
            Model.evolve(&state, event)
        }
    }
}

/// An `evolve` that sees the recorded event, without the decider's type.
private struct RecordedEvolution<State, Event>: Sendable {
    let body: @Sendable (inout State, Event, RecordedEvent) -> Void
}

extension RecordedDecider {
    fileprivate static var evolution: any Sendable {
        RecordedEvolution<State, Event> { state, event, recorded in evolve(&state, event, recorded: recorded) }
    }
}
