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
    init(id: UInt64, kind: TermKind, level: UInt8, positions: ClosedRange<Position>, greatestHashes: UInt64) {
        self.id = id
        self.kind = kind
        self.level = level
        filterBlocks = kind.hasFilters ? FilterLayout.blocks(for: greatestHashes) : 0
        firstPosition = positions.lowerBound
        lastPosition = positions.upperBound
    }

    /// Counts the next segment.
    mutating func count(_ segment: Posting, bytes: Int) {
        if segments == 0 { first = segment }
        segments += 1
        digest = withUnsafeBytes(
            of: (segment.hash.littleEndian, segment.position.littleEndian, UInt64(bytes).littleEndian)
        ) { Checksum.of($0, seed: digest) }
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
    /// The encoded size in the manifest.
    static let byteCount = 88

    /// Beyond what a log can reach: each level has eight times the postings of the one below.
    private static let greatestLevel: UInt8 = 21

    /// Decodes a run; `nil` if it is invalid.
    init?(at offset: Int, in bytes: UnsafeRawBufferPointer) {
        guard let kind = TermKind(rawValue: bytes[offset + 8]) else { return nil }
        self.kind = kind
        id = bytes.integer(at: offset)
        level = bytes[offset + 9]
        firstPosition = bytes.integer(at: offset + 16)
        lastPosition = bytes.integer(at: offset + 24)
        first = Posting(hash: bytes.integer(at: offset + 32), position: bytes.integer(at: offset + 40))
        entries = bytes.integer(at: offset + 48)
        segments = bytes.integer(at: offset + 56)
        digest = bytes.integer(at: offset + 64)
        hashes = bytes.integer(at: offset + 72)
        filterBlocks = bytes.integer(at: offset + 80)
        guard firstPosition > 0, firstPosition <= lastPosition, lastPosition <= LogFormat.maxPosition,
            level <= Self.greatestLevel, entries <= IndexFormat.greatestPostings, segments <= entries,
            hashes <= entries, (segments == 0) == (entries == 0), segments == 0 || first.position <= lastPosition,
            kind.hasFilters ? Self.filterBlocks(for: hashes).contains(filterBlocks) : filterBlocks == 0
        else { return nil }
    }

    /// The possible numbers of filter blocks for a number of hashes: the filter may have been sized for more.
    private static func filterBlocks(for hashes: UInt64) -> ClosedRange<UInt64> {
        FilterLayout.blocks(for: hashes)...FilterLayout.blocks(for: IndexFormat.greatestPostings)
    }

    /// Encodes the run.
    func store(at offset: Int, in bytes: UnsafeMutableRawBufferPointer) {
        bytes.store(id, at: offset)
        bytes.store(kind.rawValue, at: offset + 8)
        bytes.store(level, at: offset + 9)
        for reserved in 10..<16 { bytes.store(UInt8(0), at: offset + reserved) }
        bytes.store(firstPosition, at: offset + 16)
        bytes.store(lastPosition, at: offset + 24)
        bytes.store(first.hash, at: offset + 32)
        bytes.store(first.position, at: offset + 40)
        bytes.store(entries, at: offset + 48)
        bytes.store(segments, at: offset + 56)
        bytes.store(digest, at: offset + 64)
        bytes.store(hashes, at: offset + 72)
        bytes.store(filterBlocks, at: offset + 80)
    }
}
