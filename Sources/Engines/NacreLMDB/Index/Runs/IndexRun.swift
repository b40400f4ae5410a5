import Nacre

/// The manifest's entry for a run: an immutable, sorted sequence of postings of one kind.
struct IndexRun: Hashable, Sendable {
    /// Its id, never reused in a file.
    let id: UInt64
    let kind: TermKind
    /// How many times its postings were merged.
    let level: UInt8
    /// The lowest position of its postings.
    let firstPosition: Position
    /// The highest position of its postings.
    let lastPosition: Position
    /// Its first posting; `Posting.end` before there is one.
    private(set) var first = Posting.end
    /// The number of postings.
    private(set) var entries: UInt64 = 0
    /// The number of segments.
    private(set) var segments: UInt64 = 0
    /// A digest of all its keys and the sizes of their values.
    private(set) var digest: UInt64 = 0
    /// The number of distinct hashes.
    private(set) var hashes: UInt64 = 0
    /// The number of blocks in its filter; 0 if its kind has no filters.
    let filterBlocks: UInt64

    /// An empty run, with a filter sized for the maximum number of distinct hashes.
    init(id: UInt64, kind: TermKind, level: UInt8, positions: ClosedRange<Position>, maxHashes: UInt64) {
        self.id = id
        self.kind = kind
        self.level = level
        filterBlocks = kind.hasFilters ? FilterLayout.blocks(for: maxHashes) : 0
        firstPosition = positions.lowerBound
        lastPosition = positions.upperBound
    }

    /// Counts the next segment.
    mutating func count(_ segment: Posting, bytes: Int) {
        if segments == 0 { first = segment }
        segments += 1
        digest = unsafe withUnsafeBytes(
            of: (segment.hash.littleEndian, segment.position.littleEndian, UInt64(bytes).littleEndian)
        ) { unsafe Checksum.of($0, seed: digest) }
    }

    /// Counts the postings of a segment, and its hashes that earlier segments do not have.
    mutating func count(postings: Int, hashes: Int) {
        entries += UInt64(postings)
        self.hashes += UInt64(hashes)
    }

    /// Whether the segments equal those of another count; postings are not compared.
    func hasSegments(of other: IndexRun) -> Bool {
        first == other.first && segments == other.segments && digest == other.digest
    }
}

extension IndexRun {
    private typealias Layout = ManifestLayout.Run

    /// Beyond what a log can reach: each level has eight times the postings of the one below.
    private static let maxLevel: UInt8 = 21

    /// Decodes a run; `nil` if it is invalid.
    init?(at offset: Int, in bytes: UnsafeRawBufferPointer) {
        guard let kind = unsafe TermKind(rawValue: bytes[offset + Layout.kindOffset]) else { return nil }
        self.kind = kind
        id = unsafe bytes.integer(at: offset + Layout.idOffset)
        level = unsafe bytes[offset + Layout.levelOffset]
        firstPosition = unsafe bytes.integer(at: offset + Layout.firstPositionOffset)
        lastPosition = unsafe bytes.integer(at: offset + Layout.lastPositionOffset)
        first = unsafe Posting(
            hash: bytes.integer(at: offset + Layout.firstHashOffset),
            position: bytes.integer(at: offset + Layout.firstHashPositionOffset))
        entries = unsafe bytes.integer(at: offset + Layout.entriesOffset)
        segments = unsafe bytes.integer(at: offset + Layout.segmentsOffset)
        digest = unsafe bytes.integer(at: offset + Layout.digestOffset)
        hashes = unsafe bytes.integer(at: offset + Layout.hashesOffset)
        filterBlocks = unsafe bytes.integer(at: offset + Layout.filterBlocksOffset)
        guard firstPosition > 0, firstPosition <= lastPosition, lastPosition <= LogFormat.maxPosition,
            level <= Self.maxLevel, entries <= IndexFormat.maxPostings, segments <= entries,
            hashes <= entries, (segments == 0) == (entries == 0), segments == 0 || first.position <= lastPosition,
            kind.hasFilters ? Self.filterBlocks(for: hashes).contains(filterBlocks) : filterBlocks == 0
        else { return nil }
    }

    /// The possible numbers of filter blocks for a number of hashes: the filter may have been sized for more.
    private static func filterBlocks(for hashes: UInt64) -> ClosedRange<UInt64> {
        FilterLayout.blocks(for: hashes)...FilterLayout.blocks(for: IndexFormat.maxPostings)
    }

    /// Encodes the run.
    func store(at offset: Int, in bytes: UnsafeMutableRawBufferPointer) {
        unsafe bytes.store(id, at: offset + Layout.idOffset)
        unsafe bytes.store(kind.rawValue, at: offset + Layout.kindOffset)
        unsafe bytes.store(level, at: offset + Layout.levelOffset)
        for reserved in Layout.reserved { unsafe bytes.store(UInt8(0), at: offset + reserved) }
        unsafe bytes.store(firstPosition, at: offset + Layout.firstPositionOffset)
        unsafe bytes.store(lastPosition, at: offset + Layout.lastPositionOffset)
        unsafe bytes.store(first.hash, at: offset + Layout.firstHashOffset)
        unsafe bytes.store(first.position, at: offset + Layout.firstHashPositionOffset)
        unsafe bytes.store(entries, at: offset + Layout.entriesOffset)
        unsafe bytes.store(segments, at: offset + Layout.segmentsOffset)
        unsafe bytes.store(digest, at: offset + Layout.digestOffset)
        unsafe bytes.store(hashes, at: offset + Layout.hashesOffset)
        unsafe bytes.store(filterBlocks, at: offset + Layout.filterBlocksOffset)
    }
}
