import LMDB
import Nacre

extension IndexFile {
    /// Performs one bounded step of pending merges or deletions, in one transaction.
    ///
    /// The manifest records what remains, for the next step by any process.
    ///
    /// - Returns: Whether there was anything to do.
    /// - Throws: ``UnusableIndex`` if a run is damaged; `EventStoreError`.
    @available(*, noasync, message: "a transaction blocks its thread: use it in a synchronous function")
    func maintain() throws -> Bool {
        // First without the write lock, because there is usually nothing to do.
        guard try read({ $0.manifest.hasWork }) else { return false }
        return try write { (manifest, transaction: consuming WriteTransaction) in
            let inForce = manifest
            var manifest = manifest
            // Garbage first: its pages are then reused by the merge.
            if !manifest.garbage.isEmpty {
                try deleteSegments(&manifest, in: transaction)
            } else if let merge = manifest.nextMerge() {
                try proceed(with: merge, &manifest, inForce: inForce, in: transaction)
            } else {
                return false
            }
            try transaction.commit(manifest)
            return true
        }
    }

    private func proceed(
        with merge: Int, _ manifest: inout IndexManifest, inForce: IndexManifest,
        in transaction: borrowing WriteTransaction
    ) throws {
        let sources = manifest.sources(of: manifest.merges[merge])
        var output = manifest.merges[merge].output
        let isComplete = try self.merge(
            sources, of: inForce, into: &output, appending: output.run.id == manifest.nextRunID - 1, in: transaction)
        manifest.update(merge, output: output)
        guard isComplete else { return }
        guard output.run.entries == sources.reduce(0, { $0 + $1.entries }) else {
            throw UnusableIndex("run \(output.run.id) lacks postings of the runs that it was merged from")
        }
        manifest.complete(merge)
    }

    private func deleteSegments(
        _ manifest: inout IndexManifest, in transaction: borrowing WriteTransaction
    ) throws {
        var remaining = limits.deletionsPerStep
        for run in manifest.garbage {
            let keys = try Self.keys(of: run, limit: remaining, in: transaction)
            for key in keys {
                try unsafe key.withUnsafeBytes { key in
                    guard try indexAccess({ () throws(LMDBError) in try unsafe transaction.delete(key) }) else {
                        throw UnusableIndex("a segment of run \(run) is missing")
                    }
                }
            }
            remaining -= keys.count
            guard remaining > 0 else { return }
            manifest.removeGarbage(run)
        }
    }

    /// The keys of a run's filter, then those of its segments.
    private static func keys(
        of run: UInt64, limit: Int, in transaction: borrowing WriteTransaction
    ) throws -> [[UInt8]] {
        var cursor = try indexAccess { () throws(LMDBError) in try transaction.openCursor() }
        var keys: [[UInt8]] = []
        for first in unsafe [
            FilterKey(run: run, chunk: 0).withBytes { unsafe Array($0) },
            unsafe SegmentKey(run: run, Posting(hash: 0, position: 0)).withBytes { unsafe Array($0) },
        ] {
            var entry = try unsafe first.withUnsafeBytes { key in
                try indexAccess { () throws(LMDBError) in try unsafe cursor.seek(atLeast: key) }
            }
            while let key = unsafe entry?.key, keys.count < limit,
                unsafe FilterKey.parse(key)?.run ?? SegmentKey.parse(key)?.run == run, key.count == first.count
            {
                unsafe keys.append(Array(key))
                entry = try indexAccess { () throws(LMDBError) in try cursor.next() }
            }
        }
        return keys
    }
}
