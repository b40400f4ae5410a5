import Nacre

extension TailPostings {
    /// Adds the postings of a block.
    ///
    /// - Throws: `damaged` if a record is damaged: its terms are unknown, so nothing after it is indexed or looked up.
    mutating func collect(_ block: Block, storeID: StoreID) throws(EventStoreError) {
        let streams = (0..<block.header.streamCount).map { index in
            let name = unsafe block.streamName(index)
            return unsafe (Checksum.of(name), Checksum.of(name.category))
        }
        let types = (0..<block.header.typeCount).map { unsafe Checksum.of(block.typeName($0)) }
        for index in 0..<block.header.count {
            let record = try block.record(at: index)
            guard record.position > after else { continue }
            let (stream, category) = streams[record.streamIndex]
            add(stream: stream, category: category, type: types[record.typeIndex], id: record.id, at: record.position)
            unsafe record.forEachTag { unsafe add(tag: Checksum.of($0), at: record.position) }
            if record.hasMetadata { add(record.contextHashes, at: record.position) }
        }
        end = Checkpoint(
            storeID: storeID, position: block.header.lastPosition, fingerprint: block.header.checksum)
    }

    /// Collects the blocks after `after`, up to a position, a number of events, or as many postings as fit.
    ///
    /// It stops before a block that is damaged or does not continue the one before it.
    ///
    /// - Returns: The postings; `nil` if there is no block after `after`.
    /// - Throws: `damaged` if the first block after `after` is.
    static func scan(
        _ log: inout LogSnapshot, after checkpoint: Checkpoint, upTo head: Position, limit: Int
    ) throws(EventStoreError) -> TailPostings? {
        guard checkpoint.position < head else { return nil }
        var postings = TailPostings(after: checkpoint.position, end: checkpoint)
        var block = try log.block(after: log.end(of: checkpoint))
        try postings.collect(block, storeID: checkpoint.storeID)
        while postings.end.position < head, postings.end.position - checkpoint.position < UInt64(limit),
            postings.count < maxCount
        {
            let whole = postings.end
            do throws(EventStoreError) {
                guard let next = try log.nextBlock(after: block) else { break }
                try postings.collect(next, storeID: checkpoint.storeID)
                block = next
            } catch {
                guard error.code == .damaged else { throw error }
                postings.removeAll(beyond: whole)
                break
            }
        }
        return postings
    }

    /// Removes what was collected from a block that proved damaged.
    private mutating func removeAll(beyond end: Checkpoint) {
        let offset = UInt32(truncatingIfNeeded: end.position - after)
        for kind in TermKind.allCases { columns[kind].removeAll(beyond: offset) }
    }
}
