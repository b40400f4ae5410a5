import Nacre

/// The versions of streams that were written lately, for the writer thread alone.
///
/// Bounded in streams and in bytes of their names: when it is full it is emptied, and refilled from the index. A slot
/// also remembers where the stream's name stands in the block that is being packed, so that packing needs no look-up of
/// its own.
struct StreamHeads {
    static let capacity = 1 << 18
    static let nameCapacity = 16 << 20

    struct Slot {
        let key: StreamKey
        let nameBytes: Int32
        /// The index of the name in the block of number `block`.
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
        slots.removeAll(keepingCapacity: isWithinBound)
        if isWithinBound { table.removeAll() } else { table = HashTable() }
        nameBytes = 0
    }

    /// The number of a stream's slot, a new one where it has none: then its version is not known.
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

    @inline(__always)
    func isKnown(_ slot: Int) -> Bool { slots[slot].isKnown }

    @inline(__always)
    func version(of slot: Int) -> StreamVersion { slots[slot].version }

    /// Learns a stream's version.
    mutating func set(_ version: StreamVersion, of slot: Int) {
        slots[slot].version = version
        slots[slot].isKnown = true
    }

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
