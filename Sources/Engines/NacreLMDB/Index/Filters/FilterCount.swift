import Nacre

/// Compares a file's filter chunks with those that its manifest requires.
struct FilterCount {
    private var missing: [UInt64: (layout: FilterLayout, chunks: Range<UInt64>)] = [:]

    /// All chunks of complete runs, and those that a merge has reached.
    init(of manifest: IndexManifest) {
        for run in manifest.runs {
            guard let layout = FilterLayout(of: run) else { continue }
            missing[run.id] = (layout, 0..<layout.chunks)
        }
        for merge in manifest.merges {
            guard let last = merge.output.resumePoint, let layout = FilterLayout(of: merge.output.run) else { continue }
            missing[layout.run] = (layout, 0..<(layout.chunk(ofBlock: layout.block(of: last.hash)) + 1))
        }
    }

    /// Counts a chunk; those of a run come in order.
    ///
    /// - Throws: ``UnusableIndex`` if it is not the expected one.
    mutating func count(_ run: UInt64, _ chunk: UInt64, bytes: Int) throws(UnusableIndex) {
        guard let (layout, chunks) = missing[run], chunks.first == chunk, layout.byteCount(ofChunk: chunk) == bytes
        else { throw UnusableIndex("it contains a filter chunk of run \(run) that is not in its manifest") }
        missing[run] = (layout, chunks.dropFirst())
    }

    /// Checks that every chunk was counted.
    ///
    /// - Throws: ``UnusableIndex`` if one was not.
    func checkCompleteness() throws(UnusableIndex) {
        guard let (run, _) = missing.first(where: { !$0.value.chunks.isEmpty }) else { return }
        throw UnusableIndex("a chunk of the filter of run \(run) is missing")
    }
}
