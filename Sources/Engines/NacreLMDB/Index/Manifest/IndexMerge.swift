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
    /// The encoded size in the manifest.
    static let byteCount = IndexRun.byteCount + 24 + 8 * IndexFormat.fanIn

    /// Decodes a merge; `nil` if it is invalid.
    init?(at offset: Int, in bytes: UnsafeRawBufferPointer) {
        guard let run = IndexRun(at: offset, in: bytes) else { return nil }
        let rest = offset + IndexRun.byteCount
        let last = Posting(hash: bytes.integer(at: rest), position: bytes.integer(at: rest + 8))
        let trailing = bytes.integer(at: rest + 16, as: UInt64.self)
        guard trailing <= run.entries, run.segments == 0 || last.position <= run.lastPosition else { return nil }
        output = RunWriter(resuming: run, last: last, trailing: trailing)
        sources = (0..<IndexFormat.fanIn).map { bytes.integer(at: rest + 24 + 8 * $0) }
    }

    /// Encodes the merge.
    func store(at offset: Int, in bytes: UnsafeMutableRawBufferPointer) {
        output.run.store(at: offset, in: bytes)
        let rest = offset + IndexRun.byteCount
        bytes.store(output.last.hash, at: rest)
        bytes.store(output.last.position, at: rest + 8)
        bytes.store(output.trailing, at: rest + 16)
        for (index, source) in sources.enumerated() { bytes.store(source, at: rest + 24 + 8 * index) }
    }
}
