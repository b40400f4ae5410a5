/// The rules of one thing with a history: what may happen to it, and what it becomes when that has happened.
///
/// A decider is pure. It reads no clock, draws no random number and touches no storage, so everything that a decision
/// needs is in the command and the state:
///
/// ```swift
/// enum DoorDecider: Decider {
///     static let initialState = Door.closed
///
///     static func decide(_ command: DoorCommand, _ state: Door) throws(DoorError) -> [DoorEvent] {
///         switch (command, state) {
///         case (.open, .closed): [.opened]
///         case (.open, .locked): throw .locked
///         …
///         }
///     }
///
///     static func evolve(_ state: inout Door, _ event: DoorEvent) { … }
/// }
/// ```
///
/// The pattern is that of Jérémie Chassaing, "Functional Event Sourcing Decider" (thinkbeforecoding.com, 2021).
public protocol Decider: Sendable {
    /// What a caller asks for.
    associatedtype Command: Sendable

    /// What is known of the thing, folded from its events.
    associatedtype State: Sendable

    /// What has happened.
    associatedtype Event: DomainEvent

    /// Why a command is refused.
    associatedtype Failure: Error

    /// The state of a thing to which nothing has happened yet.
    static var initialState: State { get }

    /// Decides what happens when a command meets a state.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - state: The state as the events so far have made it.
    /// - Returns: The events that now happen, in order; none where the state is as the command wants it already.
    /// - Throws: The reason for which the command is refused; then nothing happens.
    static func decide(_ command: Command, _ state: State) throws(Failure) -> [Event]

    /// Takes an event into the state.
    ///
    /// The event has happened, so this can refuse nothing: an event that makes no sense in the state, which a log
    /// written by another program may hold, leaves the state as it is.
    ///
    /// - Parameters:
    ///   - state: The state before the event; afterwards, the state with it.
    ///   - event: What has happened.
    static func evolve(_ state: inout State, _ event: Event)
}

extension Decider {
    /// Folds events into a state.
    ///
    /// - Parameters:
    ///   - events: What has happened, in order.
    ///   - state: The state before the first of them; where it is left out, the initial state.
    /// - Returns: The state after the last of them.
    /// - Complexity: O(*n*) in the number of events.
    public static func replay(_ events: some Sequence<Event>, from state: State = initialState) -> State {
        events.reduce(into: state) { state, event in evolve(&state, event) }
    }
}
