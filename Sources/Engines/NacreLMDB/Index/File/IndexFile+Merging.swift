import LMDB
import Nacre

extension IndexFile {
    /// Merges several runs into one by a bounded number of segments, resuming where the last step stopped.
    ///
    /// - Parameters:
    ///   - sources: The runs, in ascending order of positions.
    ///   - manifest: The manifest at the start of the transaction.
    ///   - output: The merged run.
    ///   - appending: Whether the output's keys sort after all others in the file.
    ///   - transaction: The write transaction.
    /// - Returns: Whether the output is complete.
    /// - Throws: ``UnusableIndex`` if a run is damaged; `EventStoreError`.
    func merge(
        _ sources: [IndexRun], of manifest: IndexManifest, into output: inout RunWriter, appending: Bool,
        in transaction: borrowing WriteTransaction
    ) throws -> Bool {
        // IDX-02: All terms are stored in immutable sorted runs, merged in tiers.
        let segments = output.run.segments + UInt64(limits.segmentsPerStep)
        var packer = packer()
        // The sources are read in a read transaction: its bytes stay valid during writes. Both transactions see the
        // same runs, because the write lock is held, unless the file was replaced.
        return try read { snapshot in
            guard snapshot.manifest == manifest else { throw UnusableIndex("it was replaced") }
            var cursor = try snapshot.openCursor()
            var merge = try RunMerge(sources, after: output.resumePoint, &cursor)
            guard !merge.isAtEnd else {
                throw UnusableIndex("run \(output.run.id) is incomplete, and no postings are left to complete it")
            }
            let filter = try FilterLayout(of: output.run).map {
                try FilterWriter($0, after: output.resumePoint?.hash, &cursor)
            }
            while !merge.isAtEnd {
                let mayGrow = try merge.next(&cursor) { hash, positions, indices in
                    let mayGrow = try output.pack(
                        hash, positions, indices, packer: &packer, upTo: segments, appending: appending,
                        in: transaction)
                    // If nothing is written of a hash yet, the next step adds it to the filter.
                    if mayGrow || output.last.hash == hash { try filter?.add(hash, in: transaction) }
                    return mayGrow
                }
                guard mayGrow else {
                    try filter?.pause(in: transaction)
                    return false
                }
            }
            try output.write(&packer, next: .end, appending: appending, in: transaction)
            try filter?.finish(in: transaction)
            return true
        }
    }
}
