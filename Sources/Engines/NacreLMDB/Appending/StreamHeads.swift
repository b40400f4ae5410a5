import Nacre

/// A cache of the versions of recently written streams, for the writer thread only.
///
/// Bounded in streams and in bytes of their names; when full, it is emptied and refilled from the index. A slot also
/// stores the index of the stream's name in the block being packed, which saves a lookup.
struct StreamHeads {
    /// The maximum number of streams.
    static let capacity = 1 << 18
    /// The maximum size of their names in bytes: streams alone would allow names of any length.
    static let nameCapacity = 16 << 20

    struct Slot {
        let key: StreamKey
        let nameBytes: Int32
        /// The index of the name in the block with serial number `block`.
        var nameIndex: UInt16 = 0
        /// Whether `version` is known.
        var isKnown = false
        var version: StreamVersion = 0
        /// The serial number of the last block that names the stream.
        var block: UInt64 = 0
    }

    private(set) var slots: [Slot] = []
    private var table = HashTable<StreamName>()
    private var nameBytes = 0

    /// Empties the cache if a group with this many streams would overfill it.
    ///
    /// Call between groups only: while a group is written, slots are referred to by number. The streams of one group
    /// stay cached while it is written, even beyond the bound; afterwards `makeRoom(for: 0)` frees them.
    mutating func makeRoom(for streams: Int) {
        // Emptied rather than evicted one by one: slots are referred to by number, and refilling costs one lookup each.
        if slots.count + streams > Self.capacity || nameBytes > Self.nameCapacity { removeAll() }
    }

    mutating func removeAll() {
        let isWithinBound = slots.capacity <= 2 * Self.capacity
        slots.removeAll(keepingCapacity: isWithinBound)
        if isWithinBound { table.removeAll() } else { table = HashTable() }
        nameBytes = 0
    }

    /// The slot of a stream; a new slot has no known version.
    @inline(__always)
    mutating func slot(of key: StreamKey) -> Int {
        let found = table.find(key.hash, of: key.name) {
            slots[$0].key.hash == key.hash && slots[$0].key.name.text.hasSameBytes(as: key.name.text)
        }
        if let found { return found }
        let slot = slots.count
        let count = key.name.text.utf8.count
        slots.append(Slot(key: key, nameBytes: Int32(count)))
        nameBytes += count
        table.insert(key.hash, of: key.name, slot) { slots[$0].key.hash }
        return slot
    }

    /// Prefetches where the search for a stream begins, by the hash of its key.
    @inline(__always)
    func prefetchPlace(of hash: UInt64) { table.prefetchPlace(of: hash) }

    /// Prefetches the slot that is probably that of a stream.
    @inline(__always)
    func prefetchSlot(of hash: UInt64) {
        guard let slot = table.firstNumber(of: hash) else { return }
        unsafe slots.withUnsafeBufferPointer { slots in
            if let first = slots.baseAddress { unsafe prefetch(first + slot) }
        }
    }

    @inline(__always)
    func isKnown(_ slot: Int) -> Bool { slots[slot].isKnown }

    @inline(__always)
    func version(of slot: Int) -> StreamVersion { slots[slot].version }

    /// Sets a stream's version.
    mutating func set(_ version: StreamVersion, of slot: Int) {
        slots[slot].version = version
        slots[slot].isKnown = true
    }

    /// Increments a stream's version for a new event.
    @inline(__always)
    mutating func advance(_ slot: Int) -> StreamVersion {
        slots[slot].version += 1
        return slots[slot].version
    }

    /// Adds the stream's name to a block.
    ///
    /// - Returns: The index of its name in the block, and whether the name is new there.
    @inline(__always)
    mutating func place(_ slot: Int, inBlock block: UInt64, next: Int) -> (index: UInt16, isNew: Bool) {
        if slots[slot].block == block { return (slots[slot].nameIndex, false) }
        slots[slot].block = block
        slots[slot].nameIndex = UInt16(next)
        return (slots[slot].nameIndex, true)
    }

    /// Whether a block already names the stream.
    @inline(__always)
    func isNamed(_ slot: Int, inBlock block: UInt64) -> Bool { slots[slot].block == block }
}
