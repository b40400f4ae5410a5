import Nacre

extension TailPostings {
    /// Takes in the postings of a block.
    ///
    /// - Throws: `damaged` where a record is damaged: whose it is cannot be known, so nothing behind it is looked up
    ///   until it is mended.
    mutating func collect(_ block: Block, storeID: StoreID) throws(EventStoreError) {
        var streamHashes = [UInt64?](repeating: nil, count: block.header.streamCount)
        for index in 0..<block.header.count {
            let record = try block.record(at: index)
            let stream = record.streamIndex
            let hash = streamHashes[stream] ?? Checksum.of(block.streamName(stream))
            streamHashes[stream] = hash
            add(stream: hash, id: record.id, at: record.position)
        }
        end = Checkpoint(
            storeID: storeID, position: block.header.lastPosition, fingerprint: block.header.checksum)
    }

    /// Takes in the postings of an event.
    @inline(__always)
    mutating func add(stream hash: UInt64, id: EventID, at position: Position) {
        streams.append(Posting(hash: hash, position: position))
        if MadeEventID.hintedPosition(of: id) != position {
            ids.append(Posting(hash: id.indexHash, position: position))
        }
    }

    /// Takes in the blocks behind `after`, up to a position or to so many events.
    ///
    /// It ends before a damaged block.
    ///
    /// - Returns: The postings; `nil` where there is no block behind `after`.
    /// - Throws: `damaged` where the first block behind `after` is.
    static func scan(
        _ log: inout LogSnapshot, after checkpoint: Checkpoint, upTo head: Position, limit: Int
    ) throws(EventStoreError) -> TailPostings? {
        guard checkpoint.position < head else { return nil }
        var postings = TailPostings(after: checkpoint.position, end: checkpoint)
        try postings.collect(log.block(containing: checkpoint.position + 1), storeID: checkpoint.storeID)
        while postings.end.position < head, postings.end.position - checkpoint.position < UInt64(limit) {
            let whole = postings
            do throws(EventStoreError) {
                guard let next = try log.nextBlock() else { break }
                try postings.collect(next, storeID: checkpoint.storeID)
            } catch  where error.code == .damaged {
                return whole
            }
        }
        return postings
    }
}
