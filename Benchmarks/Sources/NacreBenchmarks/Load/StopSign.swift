import Synchronization

/// Says to those who do something over and over that they are to end.
final class StopSign: Sendable {
    private let state = Atomic(false)

    /// Whether they are to end.
    var isRaised: Bool { state.load(ordering: .relaxed) }

    /// Has them end.
    func raise() { state.store(true, ordering: .relaxed) }

    /// Lets them go on.
    func lower() { state.store(false, ordering: .relaxed) }
}
