internal import Nacre
internal import NacreLMDB
internal import Synchronization

/// The commits whose outcome is unknown: a repeat that writes nothing does not show that the first attempt wrote nothing.
final class DoubtfulAppends: Sendable {
    /// The ids of their events, and the last entry that was applied when they were given up.
    ///
    /// Such a commit can only stand right behind an entry up to that one.
    private let ids = Mutex<[EventID: LogSequence]>([:])

    /// Notes an append that failed, and says what is known about its events.
    ///
    /// - Parameters:
    ///   - error: The error of the append.
    ///   - commit: The commit.
    ///   - store: The store.
    /// - Returns: The error, whose outcome is `unknown` if an earlier attempt may have written the events.
    /// - Throws: Errors of reading the local store.
    func judged(
        _ error: EventStoreError, of commit: Commit, on store: ReplicatedEventStore
    ) async throws -> EventStoreError {
        let own = commit.entries.compactMap(\.event.id)
        guard !own.isEmpty else { return error }
        let applied = store.connection.look { $0.applied }
        if error.outcome == .unknown {
            ids.withLock { ids in
                // The log has gone on: these are in the replica, or nowhere.
                ids = ids.filter { $0.value >= applied }
                for id in own { ids[id] = applied }
            }
            return error
        }
        guard error.outcome == .notWritten else { return error }
        var isDoubtful = ids.withLock { ids in own.contains { ids[$0].map { $0 >= applied } ?? false } }
        for id in own where !isDoubtful { isDoubtful = try await store.replica.event(withID: id) != nil }
        guard isDoubtful else { return error }
        var error = error
        error.outcome = .unknown
        error.message =
            "an earlier attempt may have written the events: repeat it under the same ids (\(error.message))"
        return error
    }
}
