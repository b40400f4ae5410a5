import Observation
public import PresentationKit

extension ViewModel {
    /// Waits until the state meets a condition, such as that a live update has arrived.
    ///
    /// - Parameter condition: The condition.
    /// - Throws: `CancellationError` if the task is cancelled, as by the time limit of a test.
    public func reaches(_ condition: (State) -> Bool) async throws {
        while !condition(state) {
            let (changes, change) = AsyncStream.makeStream(of: Void.self)
            withObservationTracking {
                _ = state
            } onChange: {
                change.finish()
            }
            for await _ in changes {}
            try Task.checkCancellation()
        }
    }
}
