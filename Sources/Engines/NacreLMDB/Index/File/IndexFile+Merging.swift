import LMDB
import Nacre

extension IndexFile {
    /// Merges several runs into one, from where it stopped the last time, by a bounded number of segments.
    ///
    /// - Parameters:
    ///   - sources: The runs, in ascending order of their positions.
    ///   - manifest: The manifest that was in force when the transaction began.
    ///   - output: The run that they become.
    ///   - appending: Whether the keys of the output are greater than all others in the file.
    ///   - transaction: What writes.
    /// - Returns: Whether the output is complete.
    /// - Throws: ``UnusableIndex`` where a run is damaged, or `EventStoreError`.
    func merge(
        _ sources: [IndexRun], of manifest: IndexManifest, into output: inout RunWriter, appending: Bool,
        in transaction: borrowing WriteTransaction
    ) throws -> Bool {
        let segments = output.run.segments + UInt64(limits.segmentsPerStep)
        var packer = packer()
        // The runs are read in a transaction of their own: what it gives out stays valid while the other one writes,
        // and both see the same runs, as nobody else can commit meanwhile, unless another file took the place of this.
        return try read { snapshot in
            guard snapshot.manifest == manifest else { throw UnusableIndex("it was replaced") }
            var cursor = try snapshot.openCursor()
            var merge = try RunMerge(sources, after: output.resumePoint, &cursor)
            guard !merge.isAtEnd else {
                throw UnusableIndex("run \(output.run.id) is not complete, and nothing is left to complete it")
            }
            let filter = try FilterLayout(of: output.run).map {
                try FilterWriter($0, after: output.resumePoint?.hash, &cursor)
            }
            while !merge.isAtEnd {
                let mayGrow = try merge.next(&cursor) { hash, positions, indices in
                    let mayGrow = try output.pack(
                        hash, positions, indices, packer: &packer, upTo: segments, appending: appending,
                        in: transaction)
                    // A hash of which nothing is written yet is noted when it is come to again.
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
