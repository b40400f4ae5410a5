import Nacre

/// The layout of a run's Bloom filter: the block of each hash, and the chunks of blocks.
///
/// The upper bits of a hash choose its block. A run is ordered by hash, so it fills its filter from the first block to
/// the last, however large it is.
struct FilterLayout: Hashable, Sendable {
    /// The maximum number of hashes for each block.
    ///
    /// Ten bits for each hash: about one in a hundred lookups of an absent hash is a false positive.
    static let hashesPerBlock: UInt64 = 48

    /// The number of blocks in one value: a compromise between contiguous pages and the number of values.
    static let blocksPerChunk: UInt64 = 4_095

    /// Zero bytes before the blocks, which, after LMDB's page header, align each block to a cache line.
    static let paddingBytes = FilterBlock.byteCount - IndexFormat.pageHeaderBytes

    /// The run's id.
    let run: UInt64
    /// The number of blocks.
    let blocks: UInt64

    /// The layout for a run; `nil` if its kind has no filters.
    init?(of run: IndexRun) {
        guard run.filterBlocks > 0 else { return nil }
        self.run = run.id
        blocks = run.filterBlocks
    }

    /// The number of blocks needed for a number of distinct hashes.
    static func blocks(for hashes: UInt64) -> UInt64 { hashes / hashesPerBlock + 1 }

    /// The number of chunks.
    var chunks: UInt64 { chunk(ofBlock: blocks - 1) + 1 }

    /// The block of a hash.
    @inline(__always)
    func block(of hash: UInt64) -> UInt64 { hash.multipliedFullWidth(by: blocks).high }

    /// The chunk that contains a block.
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

    /// The offset of a block in its chunk, in bytes.
    @inline(__always)
    func offset(ofBlock block: UInt64) -> Int {
        Self.paddingBytes &+ Int(truncatingIfNeeded: block % Self.blocksPerChunk) &* FilterBlock.byteCount
    }
}

extension TermKind {
    /// Whether runs of the kind have filters: lookups of absent terms are frequent for these kinds.
    var hasFilters: Bool {
        switch self {
        case .stream, .id, .tag, .correlation, .causation, .actor: true
        case .type, .category: false
        }
    }
}
