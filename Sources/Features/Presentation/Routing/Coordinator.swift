public import Observation

/// A flow of screens: where its user is, and the screen there.
///
/// Screens report what the user wants, and know no other screen; the flow's coordinator decides where that leads.
@MainActor
public protocol Coordinator: AnyObject, Observable {
    // PRES-05: Screens report outcomes, and coordinators decide where they lead.

    /// The places of the flow.
    associatedtype Place: Route

    /// The screens of the flow, with their view models.
    associatedtype Screen

    /// Where the user is.
    var route: Place { get }

    /// The screen there.
    var screen: Screen { get }

    /// Opens a place of the flow.
    ///
    /// - Parameter route: The place.
    func open(_ route: Place)
}
