import Nacre
import NacreTool

/// The stretches of a log by each time of its events, kept and continued as the log grows.
actor LogStretches {
    private let store: any EventStore
    private var last: [AsOfOptions.Clock: Task<EventStretches, any Error>] = [:]

    /// - Parameter store: The store of the log.
    init(of store: any EventStore) {
        self.store = store
    }

    /// The stretches of the log as it is now.
    ///
    /// - Parameter clock: The time of an event that counts.
    /// - Returns: The stretches.
    /// - Throws: `EventStoreError` if the log cannot be read.
    func upToDate(by clock: AsOfOptions.Clock) async throws -> EventStretches {
        let former = last[clock]
        // One after the other, each from where the one before has ended; also if a request is given up.
        let task = Task { [store] in
            var known = EventStretches(by: clock)
            // What another request could not read is read again.
            if case .success(let earlier) = await former?.result { known = earlier }
            return try await known.upToDate(with: store)
        }
        last[clock] = task
        return try await task.value
    }
}
