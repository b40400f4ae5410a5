import LMDB
import Nacre

/// The filters of a snapshot's runs: whether a run can have a hash, for about one miss of the cache.
///
/// It keeps where the chunks that it looked in are mapped; valid only inside the closure of the snapshot that it is of.
final class RunFilters {
    private struct Chunk {
        var run: UInt64
        var number: UInt64
        var bytes: UnsafeRawPointer
    }

    /// How many chunks are kept in mind; more of them share places.
    private static let places: UInt64 = 128

    /// For how many hashes blocks are asked for at once: more than the processor waits for at a time, and few enough to
    /// stay in its nearest cache.
    private static let blocksAtOnce = 64

    private var chunks: [Chunk?] = []

    /// Whether a run may have a hash.
    ///
    /// - Parameters:
    ///   - hash: The hash.
    ///   - run: The run.
    ///   - cursor: A cursor of the snapshot.
    /// - Returns: False where the run does not have it.
    /// - Throws: ``UnusableIndex`` where the filter is damaged.
    /// - Complexity: O(1), but for the search for a chunk that was not looked in lately.
    func mayHold(_ hash: UInt64, _ run: IndexRun, _ cursor: inout Cursor) throws -> Bool {
        guard let layout = FilterLayout(of: run) else { return true }
        let number = layout.block(of: hash)
        let chunk = layout.chunk(ofBlock: number)
        let block = try bytes(ofChunk: chunk, of: layout, &cursor) + layout.offset(ofBlock: number)
        guard FilterBlock.isWhole(block, run: run.id, number: number) else { throw layout.damage }
        return FilterBlock.mayHold(hash, block)
    }

    /// Finds those of many hashes that a run may have.
    ///
    /// The blocks of several hashes are asked for before the first of them is looked at, so that their misses of the
    /// cache are waited for at once.
    ///
    /// - Parameters:
    ///   - hashes: The hashes.
    ///   - run: The run.
    ///   - cursor: A cursor of the snapshot.
    ///   - candidates: Gains the index of each hash that the run may have.
    /// - Throws: ``UnusableIndex`` where the filter is damaged.
    func collect(_ hashes: [UInt64], _ run: IndexRun, _ cursor: inout Cursor, into candidates: inout [Int]) throws {
        guard let layout = FilterLayout(of: run) else {
            candidates += hashes.indices
            return
        }
        try withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: Self.blocksAtOnce) { blocks in
            for start in stride(from: 0, to: hashes.count, by: Self.blocksAtOnce) {
                let part = start..<min(start + Self.blocksAtOnce, hashes.count)
                for index in part {
                    let number = layout.block(of: hashes[index])
                    let chunk = try bytes(ofChunk: layout.chunk(ofBlock: number), of: layout, &cursor)
                    blocks[index - start] = chunk + layout.offset(ofBlock: number)
                    prefetch(blocks[index - start])
                }
                for index in part {
                    let block = blocks[index - start]
                    let number = layout.block(of: hashes[index])
                    guard FilterBlock.isWhole(block, run: run.id, number: number) else { throw layout.damage }
                    if FilterBlock.mayHold(hashes[index], block) { candidates.append(index) }
                }
            }
        }
    }

    private func bytes(
        ofChunk chunk: UInt64, of layout: FilterLayout, _ cursor: inout Cursor
    ) throws -> UnsafeRawPointer {
        if chunks.isEmpty { chunks = Array(repeating: nil, count: Int(Self.places)) }
        let place = Int((layout.run &* 31 &+ chunk) % Self.places)
        if let known = chunks[place], known.run == layout.run, known.number == chunk { return known.bytes }
        let bytes = try cursor.filterChunk(chunk, of: layout)
        chunks[place] = Chunk(run: layout.run, number: chunk, bytes: bytes)
        return bytes
    }
}
