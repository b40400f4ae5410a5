package import Nacre

/// Orders the groups of a replica: asks a replicated log for the place of each group before the replica writes it.
///
/// The writer's thread calls everything here, one call at a time, and waits for it: an implementation must answer in
/// bounded time. Everything that the replica has ever written came through these calls, so that it holds what the log
/// holds, in the same order.
package protocol CommitOrdering: Sendable {
    /// Called once, before the writer's thread begins.
    ///
    /// - Parameter interrupt: Makes the writer's thread look for followed blocks, if it waits for requests; may be called
    ///   from any thread at any time.
    func attach(interrupt: @escaping @Sendable () -> Void)

    /// The next groups that the log has and the replica may lack, in the order of the log.
    ///
    /// - Returns: The groups, about four megabytes at most; `nil` if there are none at present.
    /// - Throws: `EventStoreError` if what stands in the log cannot be applied, which stops the replica.
    func nextFollowed() throws(EventStoreError) -> FollowedGroups?

    /// Called when followed groups have been applied.
    ///
    /// - Parameters:
    ///   - groups: The groups of ``nextFollowed()``.
    ///   - followedEnd: The end of the last block in the groups; `nil` if they carry none.
    ///   - end: The end of the replica's log, which may be further on if the replica had the blocks.
    /// - Throws: `EventStoreError` if the replica has events that the log lacks, which stops the replica.
    func didApply(_ groups: FollowedGroups, followedEnd: Checkpoint?, end: Checkpoint) throws(EventStoreError)

    /// Called when the writer has taken requests: bounds how long they may take.
    func groupBegins()

    /// Gives a group its place, behind everything that has been applied.
    ///
    /// - Parameter group: The group, judged on the replica.
    /// - Returns: What became of it.
    func order(_ group: OrderedGroup) -> OrderingOutcome

    /// Called when a group that was ordered has been written.
    ///
    /// - Parameter end: The end of the replica's log.
    func didWrite(end: Checkpoint)

    /// Confirms that refusals were judged on a state of the log that is not older than the requests.
    ///
    /// - Returns: `ordered` if they were; `retry` if the replica lacked entries, which can now be applied.
    func confirmCurrent() -> OrderingOutcome

    /// Called when the replica can write nothing more.
    ///
    /// - Parameter error: Why.
    func didStop(_ error: EventStoreError)
}

/// The blocks of a group, judged on a replica and not written yet.
package struct OrderedGroup: Sendable {
    /// The end of the log that the first block continues.
    package let before: Checkpoint

    /// The end of the last block.
    package let end: Checkpoint

    /// The blocks, one after the other.
    package let blocks: [UInt8]
}

/// Groups that follow each other in the log.
package struct FollowedGroups: Sendable {
    /// The blocks of each group, one after the other; none if the entries carry no blocks.
    package let groups: [[UInt8]]

    /// A number by which the implementation knows them.
    package let sequence: UInt64

    /// - Parameters:
    ///   - groups: The blocks of each group.
    ///   - sequence: The number of their last entry.
    package init(groups: [[UInt8]], sequence: UInt64) {
        self.groups = groups
        self.sequence = sequence
    }
}

/// What became of a group that asked for its place.
package enum OrderingOutcome: Sendable {
    /// It has its place, and stays there.
    case ordered

    /// It has no place and never will; the requests must be judged again on what the log has now.
    case retry

    /// It was given up, as the error's outcome says.
    case failed(EventStoreError)
}
