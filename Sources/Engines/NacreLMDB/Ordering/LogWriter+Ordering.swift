import LMDB
import Nacre

/// Writing a replica: a group is judged here, ordered by a replicated log, and only then written.
extension LogWriter {
    // REP-01: The writer's thread judges in memory, waits for the log, and writes what was ordered.

    /// Applies what other nodes have appended, then judges the waiting requests, and writes those that were ordered.
    ///
    /// - Parameters:
    ///   - group: The requests; taken from the queue if there are none.
    ///   - writer: Evaluates and packs the requests.
    ///   - ordering: Gives a group its place.
    ///   - committing: Set to the outcome once the group has its place, also if writing it fails.
    /// - Returns: The outcome; nothing is judged if the requests must be judged again.
    /// - Throws: Errors of judging and writing; `diverged` if the log and the replica differ.
    func writeOrdered(
        _ group: inout TakenGroup, with writer: inout GroupWriter, by ordering: any CommitOrdering,
        _ committing: inout GroupOutcome?
    ) throws -> GroupOutcome {
        try applyFollowed(by: ordering, header: writer.header)
        let isNew = group.rest.isEmpty
        guard take(&group) else { return GroupOutcome() }
        if isNew { ordering.groupBegins() }
        let begun = observer.metrics == nil ? 0 : StoreMetrics.now
        let sink = JournalGroup()
        var outcome = try environment.withSnapshot { (log) in try writer.write(group.rest, behind: &log, to: sink) }
        // Everything in the replica came from the log, where it is durable.
        outcome.isRecordedDurable = true
        guard let end = outcome.postings.last?.end else {
            return try confirmed(outcome, of: group.rest, by: ordering)
        }
        let applied = observer.metrics == nil ? 0 : StoreMetrics.now
        let blocks = sink.blocks
        switch ordering.order(OrderedGroup(blocks, of: end.storeID)) {
        case .ordered: break
        case .retry:
            writer.invalidateCaches()
            return GroupOutcome()
        case .failed(let error):
            writer.invalidateCaches()
            return unordered(group.rest, judged: outcome.judged, error)
        }
        committing = outcome
        if observer.metrics != nil {
            outcome.applyTime = applied - begun
            outcome.syncTime = StoreMetrics.now - applied
        }
        try put(blocks)
        ordering.didWrite(end: end)
        return outcome
    }

    /// Answers a group of which nothing is to be written, if its refusals hold for the log as it is now.
    private func confirmed(
        _ outcome: GroupOutcome, of requests: ArraySlice<AppendRequest>, by ordering: any CommitOrdering
    ) throws -> GroupOutcome {
        // REP-03: A refusal is confirmed by the tail of the log.
        guard requests.prefix(outcome.judged).contains(where: \.isRefused) else { return outcome }
        return switch ordering.confirmCurrent() {
        case .ordered: outcome
        case .retry: GroupOutcome()
        case .failed(let error): unordered(requests, judged: outcome.judged, error.notWritten)
        }
    }

    /// Answers a group that has no place, and everything that waits behind it.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - judged: How many of them were judged; the others were not part of the group.
    ///   - error: Why, with the outcome for those that were accepted.
    /// - Returns: The outcome, in which all of them are judged.
    private func unordered(
        _ requests: ArraySlice<AppendRequest>, judged: Int, _ error: EventStoreError
    ) -> GroupOutcome {
        for (index, request) in requests.enumerated() {
            switch request.answer {
            // It is in the replica, and so in the log.
            case .repeated where index < judged: continue
            case .appended where index < judged: request.answer = .refused(error)
            // Refused on a state that may be old.
            case .refused(is EventStoreError) where index < judged, nil: request.answer = .refused(error.notWritten)
            case .refused where index < judged: continue
            default: request.answer = .refused(error.notWritten)
            }
        }
        // What waits would wait as long again.
        queue.refuse(error.notWritten)
        var outcome = GroupOutcome()
        outcome.judged = requests.count
        return outcome
    }

    /// Puts blocks that were ordered into LMDB in one transaction.
    private func put(_ blocks: [PendingBlock]) throws {
        guard let before = blocks.first?.before else { return }
        try environment.writeLog { (transaction: consuming WriteTransaction) in
            var log = try LogSnapshot(storedIn: transaction)
            let end = try log.lastBlock()?.end ?? log.beginning()
            guard end == before else { throw EventStoreError.changedReplica(at: end.position) }
            try transaction.checkFreePages(forBytes: blocks.reduce(0) { $0 + (unsafe $1.bytes.count) })
            for block in blocks {
                try unsafe PositionKey(block.firstPosition).withBytes { key in
                    try unsafe transaction.append(key, block.bytes)
                }
            }
            try transaction.commit()
        }
    }

    /// Puts everything that was followed into LMDB, and wakes subscriptions.
    private func applyFollowed(by ordering: any CommitOrdering, header: StoreHeader) throws {
        while let followed = try ordering.nextFollowed() {
            let applied = try FollowedBlocks(followed, storeID: header.id).put(into: environment)
            for postings in applied.postings { tail.append(postings) }
            try ordering.didApply(followed, followedEnd: applied.followedEnd, end: applied.end)
            observer.metrics?.lags.headMoved(to: applied.end.position)
            head.advance(to: applied.end.position)
        }
    }
}

extension OrderedGroup {
    /// Copies blocks that continue each other.
    ///
    /// - Parameters:
    ///   - blocks: The blocks, at least one.
    ///   - storeID: The identity of the log.
    init(_ blocks: [PendingBlock], of storeID: StoreID) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(blocks.reduce(0) { $0 + (unsafe $1.bytes.count) })
        for block in blocks { unsafe bytes.append(contentsOf: block.bytes) }
        let none = Block.End(position: 0, checksum: 0)
        before = Checkpoint(storeID, blocks.first?.before ?? none)
        end = Checkpoint(storeID, blocks.last?.end ?? none)
        self.blocks = bytes
    }
}

extension Checkpoint {
    /// The checkpoint at the end of a block.
    init(_ storeID: StoreID, _ end: Block.End) {
        self.init(storeID: storeID, position: end.position, fingerprint: end.checksum)
    }
}

extension AppendRequest {
    /// Whether its answer is an error of the store, as opposed to being sent back to its caller.
    fileprivate var isRefused: Bool {
        if case .refused(is EventStoreError) = answer { true } else { false }
    }
}

extension EventStoreError {
    /// The error of a replica that another program has written.
    static func changedReplica(at position: Position) -> EventStoreError {
        EventStoreError(
            .diverged,
            """
            the replica was changed by another program: it ends at position \(position), which is not where this node \
            left it; put a backup of another node in its place
            """, position: position)
    }
}
