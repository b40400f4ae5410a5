internal import LMDB
public import Nacre

extension LMDBEventStore {
    /// The number of blocks read in one transaction before it is renewed: a pinned reader makes the file grow.
    private static var blocksPerTransaction: Int { 64 }

    /// Calls `body` with the events of the log in order, zero-copy, until it returns `false`.
    ///
    /// Verifies every checksum. Runs on the calling thread, which a page fault may block: keep it off the cooperative
    /// pool. Ends at the head at the start of the call.
    ///
    /// - Parameters:
    ///   - position: The scan begins after this position; 0 begins with the first event.
    ///   - body: Called with each event, valid during the call only; returns whether to continue.
    /// - Throws: `EventStoreError`, and errors of `body`.
    /// - Complexity: O(*n*) in the bytes of the events, without an allocation per event.
    @available(*, noasync)
    public func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        let (end, damage) = try reading { (log) in try log.readableEnd() }
        // The size of the damaged last block is unknown: no position after its first event is a valid start.
        if let damage, position >= end { throw damage }
        guard position <= end else { throw EventStoreError.noSuchPosition(position, head: end) }
        var last = position
        // The end that the next transaction's first block must continue.
        var previousEnd: Block.End?
        var isWanted = true
        while last < end, isWanted {
            try reading { (log) in
                var block = try log.block(behind: last, continuing: previousEnd)
                for _ in 1...Self.blocksPerTransaction {
                    guard block.holds(last + 1) else { throw EventStoreError.noBlock(holding: last + 1) }
                    for index in block.index(of: last + 1)..<block.header.count {
                        let record = try block.record(at: index)
                        isWanted = try body(EventView(record))
                        last = record.position
                        if last == end || !isWanted { return }
                    }
                    previousEnd = block.end
                    guard let next = try log.nextBlock(after: block) else { return }
                    block = next
                }
            }
        }
        // Readable events end at the damage: throw it instead of reporting the end of the log.
        if let damage, isWanted { throw damage }
    }
}
