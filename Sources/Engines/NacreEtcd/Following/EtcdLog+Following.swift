public import NacreReplicated

extension EtcdLog {
    /// The entries behind a sequence in order, and then new ones as they are appended, without end.
    ///
    /// If a server fails, following goes on with another one, without gaps or repetitions. It throws if no server can be
    /// followed within the deadline of the options.
    ///
    /// - Parameter sequence: The first entry is the one behind it.
    /// - Returns: The entries, for one iteration. They are read ahead of it by some MiB.
    public func entries(after sequence: LogSequence) -> AsyncThrowingStream<SequencedEntry, any Error> {
        let following = Following(self, after: sequence)
        return AsyncThrowingStream { try await following.next() }
    }
}

/// An iteration over the entries; its task ends with it.
private final class Following: Sendable {
    private let channel = EntryChannel()
    private let task: Task<Void, Never>

    init(_ log: EtcdLog, after sequence: LogSequence) {
        let follower = EtcdFollower(log, channel, after: sequence)
        task = Task.detached { await follower.run() }
    }

    deinit { task.cancel() }

    func next() async throws -> SequencedEntry { try await channel.next() }
}
