import LMDB
import Nacre

extension IndexFile {
    /// Indexes a batch: writes one run for each kind, and the new checkpoint.
    ///
    /// Postings that the index already has are skipped, so a batch may be applied twice.
    ///
    /// - Parameters:
    ///   - timing: The known indexing rate.
    ///   - collect: Called with the current checkpoint while the write lock is held; returns the postings from there to
    ///     the batch's end, or `nil` if there is nothing to do. Called again if the map must grow.
    /// - Returns: The checkpoint afterwards.
    /// - Throws: Errors of `collect`; ``UnusableIndex``; `EventStoreError`, `invalidArgument` if the batch is of
    ///   another log or too large.
    @available(*, noasync, message: "a transaction blocks its thread: use it in a synchronous function")
    func extend(
        timing: BatchTiming = BatchTiming(), _ collect: (Checkpoint) throws -> IndexBatch?
    ) throws -> Checkpoint {
        try write { (manifest, transaction: consuming WriteTransaction) in
            let begun = ContinuousClock.now
            var manifest = manifest
            let start = manifest.checkpoint
            // The checkpoint is read with the write lock held: several processes never index an event twice.
            guard let batch = try collect(start), batch.end.position > start.position else { return start }
            guard batch.end.storeID == store else {
                throw EventStoreError(
                    .invalidArgument, "the batch belongs to store \(batch.end.storeID), but the index to \(store)")
            }
            guard batch.count <= maxBatch else {
                throw EventStoreError(
                    .invalidArgument,
                    "a batch has \(batch.count) postings, but the limit is \(maxBatch): index in smaller steps")
            }
            for kind in TermKind.allCases {
                let postings = try checked(batch.postings[kind], after: start.position, upTo: batch.end.position)
                if !postings.isEmpty {
                    manifest.add(try write(postings, of: kind, id: manifest.takeRunID(), in: transaction))
                }
            }
            manifest.checkpoint = batch.end
            manifest.eventsPerSecond = timing.eventsPerSecond(
                of: batch.end.position - start.position, since: begun)
            try transaction.commit(manifest)
            return batch.end
        }
    }

    /// The maximum number of postings in a batch; the last segment of each kind may be nearly empty.
    var maxBatch: Int { (limits.segmentsPerBatch - TermKind.allCases.count) * postingsPerSegment }

    private func checked(_ postings: [Posting], after: Position, upTo: Position) throws -> [Posting] {
        if let beyond = postings.first(where: { $0.position > upTo }) {
            throw EventStoreError(
                .invalidArgument,
                "a batch up to position \(upTo) has a posting of position \(beyond.position): end it there or later",
                position: beyond.position)
        }
        let isNew = postings.allSatisfy { $0.position > after }
        return isNew ? postings : postings.filter { $0.position > after }
    }

    private func write(
        _ postings: [Posting], of kind: TermKind, id: UInt64, in transaction: borrowing WriteTransaction
    ) throws -> IndexRun {
        var least = Position.max
        var greatest: Position = 0
        for posting in postings {
            least = min(least, posting.position)
            greatest = max(greatest, posting.position)
        }
        return try unsafe postings.sortedIntoRun().withUnsafeBufferPointer { sorted in
            var writer = unsafe RunWriter(
                IndexRun(
                    id: id, kind: kind, level: 0, positions: least...greatest,
                    maxHashes: sorted.hashCount))
            var packer = packer()
            let filter = FilterLayout(of: writer.run).map { FilterWriter($0) }
            var start = 0
            while start < sorted.count {
                let hash = unsafe sorted[start].hash
                var end = start + 1
                while end < sorted.count, unsafe sorted[end].hash == hash { end += 1 }
                _ = try unsafe writer.pack(
                    hash, sorted, start..<end, packer: &packer, upTo: .max, appending: true, in: transaction)
                try filter?.add(hash, in: transaction)
                start = end
            }
            try writer.write(&packer, next: .end, appending: true, in: transaction)
            try filter?.finish(in: transaction)
            return writer.run
        }
    }
}

extension UnsafeBufferPointer<Posting> {
    /// The number of distinct hashes in postings that are in run order.
    fileprivate var hashCount: UInt64 {
        var count: UInt64 = 0
        for index in indices where unsafe index == 0 || self[index - 1].hash != self[index].hash { count += 1 }
        return count
    }
}
