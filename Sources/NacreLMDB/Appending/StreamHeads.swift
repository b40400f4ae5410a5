import Nacre

/// The versions of streams that were written lately, for the writer thread alone.
///
/// Bounded in streams and in bytes of their names: when it is full it is emptied, and refilled from the index. A slot also remembers where the stream's name
/// stands in the block that is being packed, so that packing needs no look-up of its own.
struct StreamHeads {
    static let capacity = 1 << 18
    static let nameCapacity = 16 << 20

    struct Slot {
        let key: StreamKey
        let nameBytes: Int
        var version: StreamVersion
        /// The serial number of the last block that names the stream, and the index of the name in it.
        var block: UInt64 = 0
        var nameIndex: UInt16 = 0
    }

    private var indices: [StreamKey: Int32] = [:]
    private(set) var slots: [Slot] = []
    private var nameBytes = 0

    /// Empties the cache where a group of so many streams would overfill it.
    ///
    /// Between groups only: slots are referred to by their numbers while one is judged.
    /// What one group needs must be there while it is judged, even where that alone is more than the bound; then
    /// ``makeRoom(for:)`` for none gives it back when the group is written.
    mutating func makeRoom(for streams: Int) {
        if slots.count + streams > Self.capacity || nameBytes > Self.nameCapacity { removeAll() }
    }

    mutating func removeAll() {
        let isWithinBound = slots.capacity <= 2 * Self.capacity
        indices.removeAll(keepingCapacity: isWithinBound)
        slots.removeAll(keepingCapacity: isWithinBound)
        nameBytes = 0
    }

    /// The number of a stream's slot, where it has one.
    @inline(__always)
    func slot(of key: StreamKey) -> Int? {
        indices[key].map(Int.init)
    }

    /// Makes a slot for a stream that has none.
    mutating func insert(_ key: StreamKey, version: StreamVersion) -> Int {
        indices[key] = Int32(slots.count)
        slots.append(Slot(key: key, nameBytes: key.name.text.utf8.count, version: version))
        nameBytes += key.name.text.utf8.count
        return slots.count - 1
    }

    @inline(__always)
    func version(of slot: Int) -> StreamVersion { slots[slot].version }

    /// Counts one more event of a stream.
    @inline(__always)
    mutating func advance(_ slot: Int) -> StreamVersion {
        slots[slot].version += 1
        return slots[slot].version
    }

    /// Takes the stream into a block.
    ///
    /// - Returns: The index of its name in the block, and whether the name is new there.
    @inline(__always)
    mutating func place(_ slot: Int, inBlock block: UInt64, next: Int) -> (index: UInt16, isNew: Bool) {
        if slots[slot].block == block { return (slots[slot].nameIndex, false) }
        slots[slot].block = block
        slots[slot].nameIndex = UInt16(next)
        return (slots[slot].nameIndex, true)
    }

    /// Whether a block names the stream already.
    @inline(__always)
    func isNamed(_ slot: Int, inBlock block: UInt64) -> Bool { slots[slot].block == block }
}
