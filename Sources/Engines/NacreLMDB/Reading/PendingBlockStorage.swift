/// Memory that a list of pending blocks shares with the longer lists that follow it.
///
/// `@unchecked Sendable` is right because a place is written once, before the list that contains it is published, and
/// ``used`` is accessed only by the one thread that lengthens the newest list, under the lock of ``PendingBlockList``.
///
/// `@safe` is right because the memory is its own and is read only at places that were written.
@safe
final class PendingBlockStorage: @unchecked Sendable {
    /// The fewest blocks that it has room for.
    private static let minCapacity = 256

    private let blocks: UnsafeMutablePointer<PendingBlock>
    private let capacity: Int
    /// The number of places that were written.
    private var used = 0

    /// Allocates memory for a number of blocks and as many again.
    init(room count: Int) {
        capacity = max(Self.minCapacity, 2 * count)
        unsafe blocks = .allocate(capacity: capacity)
    }

    /// Copies blocks.
    convenience init(copying other: PendingBlockStorage, _ places: Range<Int>, room count: Int) {
        self.init(room: places.count + count)
        unsafe blocks.initialize(from: other.blocks + places.lowerBound, count: places.count)
        used = places.count
    }

    deinit {
        unsafe blocks.deinitialize(count: used)
        unsafe blocks.deallocate()
    }

    subscript(place: Int) -> PendingBlock {
        unsafe blocks[place]
    }

    /// Whether a list that ends at a place can be lengthened here: no other list has been, and there is room.
    func hasRoom(for count: Int, behind end: Int) -> Bool { used == end && used + count <= capacity }

    func append(_ more: [PendingBlock]) {
        for block in more {
            unsafe (blocks + used).initialize(to: block)
            used += 1
        }
    }
}
