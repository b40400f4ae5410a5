import Nacre

/// The blocks that are durable in the journal and may not be in `log.mdb` yet: an immutable value, never empty.
///
/// A reader that holds it keeps its blocks readable, also after they have left the list.
final class PendingBlocks: Sendable {
    /// The blocks, each of which continues the one before it.
    private let blocks: [PendingBlock]

    /// - Returns: `nil` if there are no blocks.
    private init?(_ blocks: [PendingBlock]) {
        guard !blocks.isEmpty else { return nil }
        self.blocks = blocks
    }

    var count: Int { blocks.count }

    subscript(index: Int) -> PendingBlock { blocks[index] }

    /// The number of blocks that begin at or before a position.
    ///
    /// - Complexity: O(log *n*) in the number of blocks.
    func count(upTo position: Position) -> Int {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].firstPosition <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The list with more blocks at its end.
    ///
    /// - Parameters:
    ///   - more: The blocks.
    ///   - list: The list; `nil` if it is empty.
    /// - Returns: The longer list; `nil` if it is empty.
    /// - Throws: `inputOutput` if a block does not continue the one before it.
    /// - Complexity: O(*n*) in the number of all blocks.
    static func appending(_ more: [PendingBlock], to list: PendingBlocks?) throws(EventStoreError) -> PendingBlocks? {
        var blocks = list?.blocks ?? []
        for block in more {
            if let last = blocks.last, block.before != last.end {
                throw .unconnected(block.firstPosition, after: last.end.position)
            }
            blocks.append(block)
        }
        return PendingBlocks(blocks)
    }

    /// The list without the blocks that end at or before a position; `nil` if none is left.
    ///
    /// - Complexity: O(*n*) in the number of blocks.
    func dropping(upTo position: Position) -> PendingBlocks? {
        let kept = count(upTo: position)
        // Only the last of these blocks can reach beyond the position.
        let first = kept > 0 && blocks[kept - 1].end.position > position ? kept - 1 : kept
        return PendingBlocks(Array(blocks[first...]))
    }
}
