import LMDB
import Nacre

/// Blocks of other nodes, on their way into a replica.
///
/// They are verified, never judged: every replica holds the same bytes.
struct FollowedBlocks {
    // REP-02: Followers verify the chain and apply the blocks; they never judge.

    /// What was applied.
    struct Applied {
        /// The end of the last block that was followed; `nil` if there is none.
        let followedEnd: Checkpoint?
        /// The end of the replica's log.
        let end: Checkpoint
        /// The postings of what the replica lacked.
        let postings: [TailPostings]
    }

    private let followed: FollowedGroups
    private let storeID: StoreID

    init(_ followed: FollowedGroups, storeID: StoreID) {
        self.followed = followed
        self.storeID = storeID
    }

    /// Puts the blocks that a replica lacks into it, in one transaction.
    ///
    /// Blocks that it has are compared by their checksums.
    ///
    /// - Parameter environment: The log of the replica.
    /// - Returns: What was applied.
    /// - Throws: `diverged` if a block does not continue the replica, or differs from what it has there; `diskFull`,
    ///   `inputOutput`.
    func put(into environment: Environment) throws -> Applied {
        try environment.writeLog { (transaction: consuming WriteTransaction) in
            var log = try LogSnapshot(storedIn: transaction)
            let begin = try log.lastBlock()?.end ?? log.beginning()
            var end = begin
            var followedEnd: Block.End?
            var postings: [TailPostings] = []
            let byteCount = followed.groups.reduce(0) { $0 + $1.count }
            try transaction.checkFreePages(forBytes: byteCount)
            // All comparisons come first: the snapshot is one of before the transaction writes.
            for group in followed.groups {
                try unsafe group.withUnsafeBytes { bytes in
                    try unsafe compare(bytes, upTo: begin, in: &log)
                }
            }
            for group in followed.groups {
                try unsafe group.withUnsafeBytes { bytes in
                    try unsafe forEachBlock(of: bytes) { (block) throws in
                        followedEnd = block.end
                        guard block.header.lastPosition > begin.position else { return }
                        try check(block, continues: end)
                        if postings.last.map({ $0.count >= TailPostings.maxCount }) ?? true {
                            postings.append(TailPostings(after: end.position, end: Checkpoint(storeID, end)))
                        }
                        try postings[postings.count - 1].collect(block, storeID: storeID)
                        try unsafe PositionKey(block.header.firstPosition).withBytes { key in
                            try unsafe transaction.append(key, block.bytes)
                        }
                        end = block.end
                    }
                }
            }
            if end != begin { try transaction.commit() }
            return Applied(
                followedEnd: followedEnd.map { Checkpoint(storeID, $0) }, end: Checkpoint(storeID, end),
                postings: postings)
        }
    }

    /// Compares the blocks that the replica has with those that were followed.
    private func compare(
        _ bytes: UnsafeRawBufferPointer, upTo end: Block.End, in log: inout LogSnapshot
    ) throws {
        try unsafe forEachBlock(of: bytes) { (block) throws in
            guard block.header.lastPosition <= end.position else { return }
            let own = try log.block(containing: block.header.firstPosition)
            guard own.end == block.end else { throw EventStoreError.differingReplica(at: block.header.firstPosition) }
        }
    }

    private func check(_ block: Block, continues end: Block.End) throws(EventStoreError) {
        guard block.header.firstPosition == end.position + 1 else {
            throw .brokenFollowing(after: end.position, found: block.header.firstPosition)
        }
        guard block.header.previousChecksum == end.checksum else {
            throw .differingReplica(at: max(end.position, 1))
        }
    }

    /// Calls a body with each block of a group, with verified header, table and names.
    private func forEachBlock(of bytes: UnsafeRawBufferPointer, _ body: (Block) throws -> Void) throws {
        var start = 0
        while start < bytes.count {
            let rest = unsafe bytes.part(from: start, to: bytes.count)
            guard rest.count >= BlockLayout.headerBytes else { throw EventStoreError.unreadableFollowed }
            let size = unsafe Int(rest.integer(at: BlockLayout.byteCountOffset, as: UInt32.self))
            let position = unsafe rest.integer(at: BlockLayout.firstPositionOffset, as: UInt64.self)
            guard size >= BlockLayout.headerBytes, size <= rest.count,
                let block = try? unsafe Block(rest.part(from: 0, to: size), at: position), (try? block.verify()) != nil
            else { throw EventStoreError.unreadableFollowed }
            try body(block)
            start += size
        }
    }
}

extension EventStoreError {
    /// The error of a block in the replicated log that is none.
    fileprivate static var unreadableFollowed: EventStoreError {
        EventStoreError(
            .diverged,
            "an entry of the replicated log holds no sound blocks: check which program writes to the log's prefix")
    }

    /// The error of a replica that has other events than the log.
    fileprivate static func differingReplica(at position: Position) -> EventStoreError {
        EventStoreError(
            .diverged,
            """
            the replica differs from the replicated log at position \(position): compare it with the other nodes, and \
            put a backup of a sound one in its place
            """, position: position)
    }

    /// The error of a block that does not begin where the replica ends.
    fileprivate static func brokenFollowing(after position: Position, found: Position) -> EventStoreError {
        EventStoreError(
            .diverged,
            """
            the replicated log continues with position \(found), but the replica ends at \(position): put a backup of \
            another node in its place
            """, position: position + 1)
    }
}
