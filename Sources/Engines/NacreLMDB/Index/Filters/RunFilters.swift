import LMDB
import Nacre

/// The Bloom filters of a snapshot's runs, which tell for about one cache miss whether a run can have a hash.
///
/// It caches where chunks are mapped; valid only inside the closure of its snapshot.
final class RunFilters {
    /// Where a chunk is mapped.
    ///
    /// `@safe` is right because it is kept no longer than its snapshot, whose transaction keeps the bytes mapped.
    @safe
    private struct Chunk {
        var run: UInt64
        var number: UInt64
        var bytes: UnsafeRawPointer
    }

    /// The number of entries in the cache of chunks; further chunks share them.
    private static let places: UInt64 = 128

    /// The number of hashes whose blocks are prefetched together: more than the processor's outstanding misses, and few
    /// enough for its first-level cache.
    private static let blocksAtOnce = 64

    private var chunks: [Chunk?] = []

    /// Whether a run may have a hash.
    ///
    /// - Parameters:
    ///   - hash: The hash.
    ///   - run: The run.
    ///   - cursor: A cursor of the snapshot.
    /// - Returns: `false` if the run does not have it.
    /// - Throws: ``UnusableIndex`` if the filter is damaged.
    /// - Complexity: O(1), plus a key search for a chunk that is not cached.
    func mayContain(_ hash: UInt64, _ run: IndexRun, _ cursor: inout Cursor) throws -> Bool {
        guard let layout = FilterLayout(of: run) else { return true }
        let number = layout.block(of: hash)
        let chunk = layout.chunk(ofBlock: number)
        let block = try unsafe bytes(ofChunk: chunk, of: layout, &cursor) + layout.offset(ofBlock: number)
        guard unsafe FilterBlock.hasValidChecksum(block, run: run.id, number: number) else { throw layout.damage }
        return unsafe FilterBlock.mayContain(hash, block)
    }

    /// Finds which of many hashes a run may have.
    ///
    /// Prefetches the blocks of several hashes before it reads the first, so that their cache misses overlap.
    ///
    /// - Parameters:
    ///   - hashes: The hashes.
    ///   - run: The run.
    ///   - cursor: A cursor of the snapshot.
    ///   - candidates: Receives the index of each hash that the run may have.
    /// - Throws: ``UnusableIndex`` if the filter is damaged.
    func collect(_ hashes: [UInt64], _ run: IndexRun, _ cursor: inout Cursor, into candidates: inout [Int]) throws {
        guard let layout = FilterLayout(of: run) else {
            candidates += hashes.indices
            return
        }
        try unsafe withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: Self.blocksAtOnce) { blocks in
            for start in stride(from: 0, to: hashes.count, by: Self.blocksAtOnce) {
                let part = start..<min(start + Self.blocksAtOnce, hashes.count)
                for index in part {
                    let number = layout.block(of: hashes[index])
                    let chunk = try unsafe bytes(ofChunk: layout.chunk(ofBlock: number), of: layout, &cursor)
                    unsafe blocks[index - start] = unsafe chunk + layout.offset(ofBlock: number)
                    unsafe prefetch(blocks[index - start])
                }
                for index in part {
                    let block = unsafe blocks[index - start]
                    let number = layout.block(of: hashes[index])
                    guard unsafe FilterBlock.hasValidChecksum(block, run: run.id, number: number) else {
                        throw layout.damage
                    }
                    if unsafe FilterBlock.mayContain(hashes[index], block) { candidates.append(index) }
                }
            }
        }
    }

    private func bytes(
        ofChunk chunk: UInt64, of layout: FilterLayout, _ cursor: inout Cursor
    ) throws -> UnsafeRawPointer {
        if chunks.isEmpty { chunks = Array(repeating: nil, count: Int(Self.places)) }
        let place = Int((layout.run &* 31 &+ chunk) % Self.places)
        // The key search for a chunk costs more than the filter block itself.
        if let known = chunks[place], known.run == layout.run, known.number == chunk { return unsafe known.bytes }
        let bytes = try unsafe cursor.filterChunk(chunk, of: layout)
        chunks[place] = unsafe Chunk(run: layout.run, number: chunk, bytes: bytes)
        return unsafe bytes
    }
}
