/// The rules of an event-sourced aggregate: which events a command causes, and how events change the state.
///
/// A decider is pure: it reads no clock, generates no random numbers and accesses no storage. Everything that a
/// decision needs is in the command and the state:
///
/// ```swift
/// enum DoorDecider: Decider {
///     static let initialState = Door.closed
///
///     static func decide(_ command: DoorCommand, _ door: Door) throws(DoorError) -> [DoorEvent] {
///         switch (command, door) {
///         case (.open, .closed): [.opened]
///         case (.open, .locked): throw .locked
///         // …
///         }
///     }
///
///     static func evolve(_ door: inout Door, _ event: DoorEvent) {
///         switch event {
///         case .opened: door = .open
///         // …
///         }
///     }
/// }
/// ```
///
/// Source: Jérémie Chassaing, "Functional Event Sourcing Decider" (thinkbeforecoding.com, 2021).
public protocol Decider: Sendable {
    /// The type of the commands.
    associatedtype Command: Sendable

    /// The type of the state, folded from the events.
    associatedtype State: Sendable

    /// The type of the events.
    associatedtype Event: DomainEvent

    /// The type of the errors with which commands are refused.
    associatedtype Failure: Error

    /// The state before the first event.
    static var initialState: State { get }

    /// Decides a command on a state.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - state: The state after the events so far.
    /// - Returns: The resulting events, in order; none if the command changes nothing.
    /// - Throws: The reason why the command is refused. Nothing happens then.
    static func decide(_ command: Command, _ state: State) throws(Failure) -> [Event]

    /// Applies an event to the state.
    ///
    /// The event has already happened, so it cannot be refused. An event that makes no sense in the state, such as
    /// one written by another program, must leave the state unchanged.
    ///
    /// - Parameters:
    ///   - state: The state to change.
    ///   - event: The event.
    static func evolve(_ state: inout State, _ event: Event)
}

extension Decider {
    /// Folds events into a state.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - state: The state before the first event; by default the initial state.
    /// - Returns: The state after the last event.
    /// - Complexity: O(*n*) in the number of events.
    public static func replay(_ events: some Sequence<Event>, from state: State = initialState) -> State {
        events.reduce(into: state) { state, event in evolve(&state, event) }
    }
}
