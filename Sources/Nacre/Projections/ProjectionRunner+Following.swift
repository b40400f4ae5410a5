extension ProjectionRunner: LogFollower {
    // PROJ-34: A follower pauses for 10 ms after a transaction.
    /// The number of waiting events that justifies a transaction without a pause, however large a batch may be.
    private static let minEventsPerSync = 2_000

    /// The word `projection` and the name.
    public var label: String { "projection \(projection.name)" }

    /// Applies the log and then new events, appended by any process, until the task is cancelled.
    ///
    /// After each catch-up it pauses for ``BatchSize/pause``, unless a whole batch or 2,000 events are already
    /// waiting. A damaged model is rebuilt.
    ///
    /// - Parameter progress: Called with the applied position after every transaction.
    /// - Throws: Errors of ``catchUp(atLeast:progress:)``, except `locked`, after which it retries; errors that end a
    ///   subscription. If the task is cancelled, a transaction in progress is completed.
    public func run(progress: ((_ position: Position) -> Void)?) async throws {
        let changes = LogChanges(of: store)
        let whole = UInt64(max(1, min(batchSize.events, Self.minEventsPerSync)))
        while true {
            let position: Position
            do {
                position = try await catchUpRepairing(
                    progress: progress.map { report in { applied, _ in report(applied) } })
            } catch let error as EventStoreError where error.code == .locked {
                // The lock is held by another process, which may be suspended and resume: retry.
                try await clock.sleep(for: .lockRetryDelay)
                continue
            }
            // While a whole batch is waiting, a pause would only add lag. See PROJ-34.
            if try await store.head() < position + whole { try await clock.sleep(for: batchSize.pause) }
            // Waiting reads the new events and discards them, so do not wait if there are events already.
            if try await store.head() == position { try await changes.waitForChange(after: position) }
        }
    }
}
