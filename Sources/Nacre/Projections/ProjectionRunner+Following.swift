extension ProjectionRunner: LogFollower {
    /// How many events are worth a transaction of their own, however large a batch may be.
    private static let worthASync = 2_000

    /// The word `projection` and its name.
    public var label: String { "projection \(projection.name)" }

    /// Applies what is in the log and what comes, from whichever process, until the task is cancelled.
    ///
    /// What comes first is applied at once; then it pauses for as long as ``BatchSize/pause`` says, unless a whole batch,
    /// or 2,000 events, wait already. A model that turns out to be damaged is rebuilt.
    ///
    /// - Parameter progress: Is told the position applied, after every transaction.
    /// - Throws: What ``catchUp(atLeast:progress:)`` throws, but for `locked`, a moment behind which it tries again; and what ends
    ///   a subscription. A transaction that has begun when the task is cancelled is finished.
    public func run(progress: ((_ position: Position) -> Void)?) async throws {
        let changes = LogChanges(of: store)
        let whole = UInt64(max(1, min(batchSize.events, Self.worthASync)))
        while true {
            let position: Position
            do {
                position = try await catchUpMending(progress: progress.map { tell in { applied, _ in tell(applied) } })
            } catch let error as EventStoreError where error.code == .locked {
                // A process that was stopped may go on: so does this one then.
                try await clock.sleep(for: .pauseBehindLock)
                continue
            }
            if try await store.head() < position + whole { try await clock.sleep(for: batchSize.pause) }
            // To wait is to read what comes, and to throw it away: what is there already is applied right away.
            if try await store.head() == position { try await changes.waitForChange(after: position) }
        }
    }
}
