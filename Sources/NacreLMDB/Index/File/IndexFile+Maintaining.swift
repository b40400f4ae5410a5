import LMDB
import Nacre

extension IndexFile {
    /// Does one bounded step of what is to be merged or deleted, in one transaction.
    ///
    /// What a step leaves half done stands in the manifest, for the next step of whichever process.
    ///
    /// - Returns: Whether there was anything to do.
    /// - Throws: ``UnusableIndex`` where a run is damaged, or `EventStoreError`.
    @available(*, noasync, message: "a transaction blocks its thread: use it in a synchronous function")
    func maintain() throws -> Bool {
        // Looked at first without the write lock, for mostly there is nothing to do.
        guard try read({ $0.manifest.hasWork }) else { return false }
        return try write { (manifest, transaction: consuming WriteTransaction) in
            var manifest = manifest
            if !manifest.garbage.isEmpty {
                try deleteSegments(&manifest, in: transaction)
            } else if let merge = manifest.nextMerge() {
                try goOn(with: merge, &manifest, in: transaction)
            } else {
                return false
            }
            try transaction.commit(manifest)
            return true
        }
    }

    private func goOn(
        with merge: Int, _ manifest: inout IndexManifest, in transaction: borrowing WriteTransaction
    ) throws {
        let sources = manifest.sources(of: manifest.merges[merge])
        var output = manifest.merges[merge].output
        // One more than is written: a segment says how the next one begins.
        let limit = limits.segmentsPerStep * postingsPerSegment + 1
        let postings = try Self.merge(sources, after: output.resumePoint, limit: limit, in: transaction)

        let isLastStep = postings.count < limit
        // Only a run's last segment may be less than full.
        let count = isLastStep ? postings.count : limit - 1
        try postings.withUnsafeBufferPointer { postings in
            try output.write(
                postings[..<count], next: isLastStep ? .end : postings[count], size: postingsPerSegment,
                appending: output.run.id == manifest.nextRunID - 1, in: transaction)
        }
        manifest.update(merge, output: output)
        guard isLastStep else { return }
        guard output.run.entries == sources.reduce(0, { $0 + $1.entries }) else {
            throw UnusableIndex("run \(output.run.id) does not have all postings of those that it was merged from")
        }
        manifest.complete(merge)
    }

    /// The next postings of several runs, in order.
    ///
    /// They are copied before anything is written, for a change of the file ends the validity of what was read.
    private static func merge(
        _ sources: [IndexRun], after: Posting?, limit: Int, in transaction: borrowing WriteTransaction
    ) throws -> [Posting] {
        var cursor = try indexAccess { () throws(LMDBError) in try transaction.openCursor() }
        var readers = try sources.map { try RunReader($0, after: after, &cursor) }
        var heads = readers.map(\.current)
        var merged: [Posting] = []
        merged.reserveCapacity(min(limit, sources.reduce(0) { $0 + Int(clamping: $1.entries) }))
        var last = after
        while merged.count < limit {
            var least = 0
            for index in 1..<heads.count where heads[index] < heads[least] { least = index }
            let posting = heads[least]
            guard posting != .end else { break }
            if let last, posting <= last { throw UnusableIndex("run \(sources[least].id) is not in order") }
            last = posting
            merged.append(posting)
            try readers[least].advance(&cursor)
            heads[least] = readers[least].current
        }
        return merged
    }

    private func deleteSegments(
        _ manifest: inout IndexManifest, in transaction: borrowing WriteTransaction
    ) throws {
        var remaining = limits.deletionsPerStep
        for run in manifest.garbage {
            let keys = try Self.keys(of: run, limit: remaining, in: transaction)
            for first in keys {
                try SegmentKey(run: run, first).withBytes { key in
                    guard try indexAccess({ () throws(LMDBError) in try transaction.delete(key) }) else {
                        throw UnusableIndex("a segment of run \(run) is missing")
                    }
                }
            }
            remaining -= keys.count
            guard remaining > 0 else { return }
            manifest.removeGarbage(run)
        }
    }

    private static func keys(
        of run: UInt64, limit: Int, in transaction: borrowing WriteTransaction
    ) throws -> [Posting] {
        var cursor = try indexAccess { () throws(LMDBError) in try transaction.openCursor() }
        var keys: [Posting] = []
        var entry = try SegmentKey(run: run, Posting(hash: 0, position: 0)).withBytes { key in
            try indexAccess { () throws(LMDBError) in try cursor.seek(atLeast: key) }
        }
        while let key = entry?.key, keys.count < limit, let found = SegmentKey.parse(key), found.run == run {
            keys.append(found.first)
            entry = try indexAccess { () throws(LMDBError) in try cursor.next() }
        }
        return keys
    }
}
