public import DomainKit

/// A decider whose `evolve` receives the recorded event: its stream, tags, time, version and position.
///
/// ``Aggregates``, ``Decisions`` and ``DecisionScope`` use it to fold. Deciders that do not conform have no extra
/// cost.
///
/// ```swift
/// extension AccountDecider: RecordedDecider {
///     static func evolve(_ account: inout Account, _ event: AccountEvent, recorded: RecordedEvent) {
///         evolve(&account, event)
///         account.lastMovement = recorded.time
///     }
/// }
/// ```
///
/// The domain need not know this protocol: declare the conformance beside the codec. `evolve(_:_:)` still folds
/// events that are not recorded: those of tests, and those decided earlier in the same commit.
public protocol RecordedDecider: Decider {
    /// Applies a recorded event to the state, in place of `evolve(_:_:)`.
    ///
    /// - Parameters:
    ///   - state: The state to change.
    ///   - event: The decoded event.
    ///   - recorded: The event as recorded in the log.
    static func evolve(_ state: inout State, _ event: Event, recorded: RecordedEvent)
}

/// How a decider folds recorded events.
///
/// The conformance is looked up once at setup instead of for each event.
package struct Evolution<Model: Decider>: Sendable {
    // FEAT-06: A decider's conformance to `RecordedDecider` is checked once.

    private let evolve: RecordedEvolution<Model.State, Model.Event>?

    /// Looks up whether the decider is a ``RecordedDecider``.
    package init() {
        let recorded = Model.self as? any RecordedDecider.Type
        evolve = recorded?.evolution as? RecordedEvolution<Model.State, Model.Event>
    }

    /// Applies an event to a state.
    package func callAsFunction(_ state: inout Model.State, _ event: Model.Event, _ recorded: RecordedEvent) {
        if let evolve {
            evolve.body(&state, event, recorded)
        } else {
            Model.evolve(&state, event)
        }
    }
}

/// The `evolve` of a ``RecordedDecider`` with the decider's type erased.
private struct RecordedEvolution<State, Event>: Sendable {
    let body: @Sendable (inout State, Event, RecordedEvent) -> Void
}

extension RecordedDecider {
    fileprivate static var evolution: any Sendable {
        RecordedEvolution<State, Event> { state, event, recorded in evolve(&state, event, recorded: recorded) }
    }
}
