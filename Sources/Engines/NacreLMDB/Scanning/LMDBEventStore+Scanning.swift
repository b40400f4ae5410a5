internal import LMDB
public import Nacre

extension LMDBEventStore {
    /// How many blocks one read transaction hands out before it is renewed: a pinned reader makes the file grow.
    private static var blocksPerTransaction: Int { 64 }

    /// Hands out the events of the log in order, without copying them, until the body has enough.
    ///
    /// Every checksum is verified. It runs on the calling thread, which a page fault may block: keep it off the
    /// cooperative pool. It ends at the head of the moment when it began.
    ///
    /// - Parameters:
    ///   - position: Begins behind this position; 0 begins with the first event.
    ///   - body: Takes an event, valid inside this call; answers whether to go on.
    /// - Throws: `EventStoreError`, and what `body` throws.
    /// - Complexity: O(*n*) in the bytes of the events, without an allocation per event.
    @available(*, noasync)
    public func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        let (end, damage) = try reading { (log) in try log.readableEnd() }
        // How much the damaged block at the end holds is not known: nothing behind its first event is the end.
        if let damage, position >= end { throw damage }
        guard position <= end else { throw EventStoreError.noSuchPosition(position, head: end) }
        var last = position
        // What the next transaction's first block must continue.
        var whole: Block.End?
        var isWanted = true
        while last < end, isWanted {
            try reading { (log) in
                var block = try log.block(behind: last, continuing: whole)
                for _ in 1...Self.blocksPerTransaction {
                    guard block.holds(last + 1) else { throw EventStoreError.noBlock(holding: last + 1) }
                    for index in block.index(of: last + 1)..<block.header.count {
                        let record = try block.record(at: index)
                        isWanted = try body(EventView(record))
                        last = record.position
                        if last == end || !isWanted { return }
                    }
                    whole = block.end
                    guard let next = try log.nextBlock(after: block) else { return }
                    block = next
                }
            }
        }
        // What can be read may reach to behind where the damage was met; it is no end all the same.
        if let damage, isWanted { throw damage }
    }
}
