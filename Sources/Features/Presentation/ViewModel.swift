public import Observation

/// The model of a screen: its state, and what its user does.
///
/// A view model knows use cases and no platform: a page, a window or a test shows ``state`` and sends actions. The state
/// changes only on the main actor, and every change can be observed.
@MainActor
public protocol ViewModel: AnyObject, Observable {
    // PRES-01: A screen is a state, actions, and use cases behind protocols.

    /// What the screen shows.
    associatedtype State: Sendable, Equatable

    /// What the user can do.
    associatedtype Action: Sendable

    /// What the screen shows now.
    var state: State { get }

    /// Carries out an action of the user, and returns when its effects are in ``state``.
    ///
    /// Errors are shown in the state, and never thrown. An action does not need what the screen loads: on a new view
    /// model, it is carried out, and the use case decides whether it can be.
    ///
    /// - Parameter action: The action. One that is under way already is not repeated.
    func send(_ action: Action) async
}
