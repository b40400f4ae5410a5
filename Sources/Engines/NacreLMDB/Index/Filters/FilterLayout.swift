import Nacre

/// In which block of a run's filter a hash is noted, and of how many chunks of blocks the filter consists.
///
/// The upper bits of a hash choose its block, so that a run, which is in the order of its hashes, fills its filter from
/// the first block to the last, however large it is.
struct FilterLayout: Hashable, Sendable {
    /// How many hashes there are to a block at most.
    ///
    /// Ten bits for each: of the hashes that a run does not have, about one in a hundred is looked for in vain.
    static let hashesPerBlock: UInt64 = 48

    /// How many blocks a value holds: as few pages in a row as keep the values that a look-up has to find few.
    static let blocksPerChunk: UInt64 = 4_095

    /// Bytes of 0 before the blocks: behind LMDB's header of a page, they bring each block to a line of the cache.
    static let paddingBytes = FilterBlock.byteCount - IndexFormat.pageHeaderBytes

    /// The run's id.
    let run: UInt64
    /// How many blocks there are.
    let blocks: UInt64

    /// The layout of a run; `nil` where its kind has no filters.
    init?(of run: IndexRun) {
        guard run.filterBlocks > 0 else { return nil }
        self.run = run.id
        blocks = run.filterBlocks
    }

    /// How many blocks so many different hashes need.
    static func blocks(for hashes: UInt64) -> UInt64 { hashes / hashesPerBlock + 1 }

    /// How many chunks there are.
    var chunks: UInt64 { chunk(ofBlock: blocks - 1) + 1 }

    /// The block of a hash.
    @inline(__always)
    func block(of hash: UInt64) -> UInt64 { hash.multipliedFullWidth(by: blocks).high }

    /// The chunk in which a block stands.
    @inline(__always)
    func chunk(ofBlock block: UInt64) -> UInt64 { block / Self.blocksPerChunk }

    /// The blocks of a chunk.
    func blocks(ofChunk chunk: UInt64) -> Range<UInt64> {
        let start = chunk * Self.blocksPerChunk
        return start..<min(start + Self.blocksPerChunk, blocks)
    }

    /// The size of a chunk in bytes.
    func byteCount(ofChunk chunk: UInt64) -> Int {
        Self.paddingBytes + blocks(ofChunk: chunk).count * FilterBlock.byteCount
    }

    /// Where a block begins in its chunk, in bytes.
    @inline(__always)
    func offset(ofBlock block: UInt64) -> Int {
        Self.paddingBytes &+ Int(truncatingIfNeeded: block % Self.blocksPerChunk) &* FilterBlock.byteCount
    }
}

extension TermKind {
    /// Whether runs of the kind have filters: those in which one often looks for a term that is not there.
    var hasFilters: Bool {
        switch self {
        case .stream, .id, .tag: true
        case .type, .category: false
        }
    }
}
