import Synchronization

/// Signals repeated work to stop.
package final class StopSign: Sendable {
    private let state = Atomic(false)

    package init() {}

    package var isRaised: Bool { state.load(ordering: .relaxed) }

    package func raise() { state.store(true, ordering: .relaxed) }

    package func lower() { state.store(false, ordering: .relaxed) }
}
