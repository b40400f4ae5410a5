import Nacre

/// A merge of runs into one of the next level; any holder of the write lock continues it.
struct IndexMerge: Hashable, Sendable {
    /// The ids of the source runs, in order of positions: ``IndexFormat/fanIn`` of them.
    let sources: [UInt64]
    /// The written part of the output run.
    var output: RunWriter

    /// The number of blocks in the output's filter, given the source runs.
    func filterBlocks(of runs: some Sequence<IndexRun>) -> UInt64 {
        output.run.kind.hasFilters ? FilterLayout.blocks(for: runs.reduce(0) { $0 + $1.hashes }) : 0
    }
}

extension IndexMerge {
    private typealias Layout = ManifestLayout.Merge

    /// Decodes a merge; `nil` if it is invalid.
    init?(at offset: Int, in bytes: UnsafeRawBufferPointer) {
        guard let run = unsafe IndexRun(at: offset, in: bytes) else { return nil }
        let last = unsafe Posting(
            hash: bytes.integer(at: offset + Layout.lastHashOffset),
            position: bytes.integer(at: offset + Layout.lastPositionOffset))
        let trailing = unsafe bytes.integer(at: offset + Layout.trailingOffset, as: UInt64.self)
        guard trailing <= run.entries, run.segments == 0 || last.position <= run.lastPosition else { return nil }
        output = RunWriter(resuming: run, last: last, trailing: trailing)
        sources = (0..<IndexFormat.fanIn).map {
            unsafe bytes.integer(at: offset + Layout.sourcesOffset + Layout.sourceBytes * $0)
        }
    }

    /// Encodes the merge.
    func store(at offset: Int, in bytes: UnsafeMutableRawBufferPointer) {
        unsafe output.run.store(at: offset, in: bytes)
        unsafe bytes.store(output.last.hash, at: offset + Layout.lastHashOffset)
        unsafe bytes.store(output.last.position, at: offset + Layout.lastPositionOffset)
        unsafe bytes.store(output.trailing, at: offset + Layout.trailingOffset)
        for (index, source) in sources.enumerated() {
            unsafe bytes.store(source, at: offset + Layout.sourcesOffset + Layout.sourceBytes * index)
        }
    }
}
