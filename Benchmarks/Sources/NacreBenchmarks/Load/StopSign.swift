import Synchronization

/// Signals repeated work to stop.
final class StopSign: Sendable {
    private let state = Atomic(false)

    /// Whether the work must stop.
    var isRaised: Bool { state.load(ordering: .relaxed) }

    /// Requests the stop.
    func raise() { state.store(true, ordering: .relaxed) }

    /// Withdraws the request.
    func lower() { state.store(false, ordering: .relaxed) }
}
