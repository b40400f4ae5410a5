import Nacre

/// The blocks that are durable in the journal and may not be in `log.mdb` yet: an immutable value, never empty.
///
/// A reader that holds it keeps its blocks readable, also after they have left the list.
final class PendingBlocks: Sendable {
    /// The blocks of this list and of longer ones.
    private let storage: PendingBlockStorage
    /// The places of this list's blocks, each of which continues the one before it.
    private let places: Range<Int>
    /// The size of all blocks.
    let byteCount: Int

    private init(_ storage: PendingBlockStorage, _ places: Range<Int>, byteCount: Int) {
        self.storage = storage
        self.places = places
        self.byteCount = byteCount
    }

    var count: Int { places.count }

    subscript(index: Int) -> PendingBlock {
        precondition(index >= 0 && index < places.count, "the list has \(places.count) blocks")
        return storage[places.lowerBound + index]
    }

    /// The end of the last block.
    var end: Block.End { storage[places.upperBound - 1].end }

    /// The number of blocks that begin at or before a position.
    ///
    /// - Complexity: O(log *n*) in the number of blocks.
    func count(upTo position: Position) -> Int {
        var (low, high) = (places.lowerBound, places.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if storage[middle].firstPosition <= position { low = middle + 1 } else { high = middle }
        }
        return low - places.lowerBound
    }

    /// The list with more blocks at its end.
    ///
    /// One thread at a time may lengthen a list.
    ///
    /// - Parameters:
    ///   - more: The blocks.
    ///   - list: The list; `nil` if it is empty.
    /// - Returns: The longer list; `nil` if it is empty.
    /// - Throws: `inputOutput` if a block does not continue the one before it.
    /// - Complexity: Amortized O(*m*) in the number of new blocks.
    static func appending(_ more: [PendingBlock], to list: PendingBlocks?) throws(EventStoreError) -> PendingBlocks? {
        guard !more.isEmpty else { return list }
        var last = list?.end
        var byteCount = list?.byteCount ?? 0
        for block in more {
            if let last, block.before != last { throw .unconnected(block.firstPosition, after: last.position) }
            last = block.end
            byteCount += unsafe block.bytes.count
        }
        var storage = list?.storage ?? PendingBlockStorage(room: more.count)
        var places = list?.places ?? 0..<0
        if !storage.hasRoom(for: more.count, behind: places.upperBound) {
            storage = PendingBlockStorage(copying: storage, places, room: more.count)
            places = 0..<places.count
        }
        storage.append(more)
        return PendingBlocks(storage, places.lowerBound..<(places.upperBound + more.count), byteCount: byteCount)
    }

    /// The list without the blocks that end at or before a position; `nil` if none is left.
    ///
    /// - Complexity: O(*n*) in the number of blocks.
    func dropping(upTo position: Position) -> PendingBlocks? {
        var first = count(upTo: position)
        // Only the last of these blocks can reach beyond the position.
        if first > 0, self[first - 1].end.position > position { first -= 1 }
        guard first < count else { return nil }
        guard first > 0 else { return self }
        // Copied, so that the memory of the others is freed.
        let kept = (places.lowerBound + first)..<places.upperBound
        let dropped = (0..<first).reduce(0) { $0 + (unsafe self[$1].bytes.count) }
        return PendingBlocks(
            PendingBlockStorage(copying: storage, kept, room: 0), 0..<kept.count, byteCount: byteCount - dropped)
    }
}
