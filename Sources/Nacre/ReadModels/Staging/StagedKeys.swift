/// The keys of a table's cached rows, numbered in the order in which they were added.
///
/// They are found by an open-addressing hash table, whose slots hold a part of the key's hash and its number.
/// Projections look up keys several times for every event, and the time goes into cache misses: the slots of
/// `Dictionary` are larger, and its hash is slower.
@usableFromInline
struct StagedKeys: Sendable {
    // PROJ-09: Staged rows are found by a hash table of their own.

    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline let key: PackedKey

        /// The number of the batch that changed the row; 0 for none.
        @usableFromInline var batch: UInt32

        /// For an index entry, the last known number of its row in the row's table.
        ///
        /// It usually still holds.
        @usableFromInline var rowNumber: UInt32 = 0

        @inlinable
        init(key: PackedKey, batch: UInt32) {
            self.key = key
            self.batch = batch
        }
    }

    /// The keys, indexed by their numbers.
    @usableFromInline var entries: [Entry] = []

    /// The upper half of the hash, with the key's number plus 1 in the lower half; 0 for an empty slot.
    ///
    /// The number of slots is a power of two, at least twice the number of keys.
    @usableFromInline var slots: [UInt64] = []

    /// The number found last, which is checked first: usually it is that of the next row to be changed.
    @usableFromInline var last = 0

    /// Random for each process, so that chosen keys cannot be made to collide.
    private static let seed: (UInt64, UInt64) = (.random(in: 0 ... .max), .random(in: 0 ... .max))
    @usableFromInline let seed = Self.seed

    private static let minSlots = 16

    init() {}

    /// The number of a key; `nil` if it is not in the table.
    @inlinable
    mutating func find(_ key: PackedKey) -> Int? {
        if last < entries.count, entries[last].key == key { return last }
        guard !slots.isEmpty else { return nil }
        let hash = hash(of: key)
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            if slots[slot] >> 32 == hash >> 32 {
                let number = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
                if entries[number].key == key {
                    last = number
                    return number
                }
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Adds a key that is not in the table.
    @inlinable
    mutating func add(_ key: PackedKey, in batch: UInt32) {
        // At most half full, so that searches stay short.
        if slots.count < 2 * (entries.count + 1) { enterAll() }
        enter(entries.count, hash(of: key))
        last = entries.count
        entries.append(Entry(key: key, batch: batch))
    }

    /// Records that a batch changes the row of a number.
    ///
    /// - Returns: Whether the batch has changed it before.
    @inlinable
    mutating func change(_ number: Int, in batch: UInt32) -> Bool {
        defer { entries[number].batch = batch }
        return entries[number].batch == batch
    }

    /// Evicts the keys whose rows a batch has not changed.
    mutating func keepOnly(changedIn batch: UInt32) {
        entries.removeAll { $0.batch != batch }
        enterAll()
    }

    /// The numbers of the keys whose rows a batch has changed, in key order.
    func numbers(changedIn batch: UInt32) -> [UInt32] {
        // The beginning of the key is stored beside the number; it nearly always suffices to compare two keys.
        var changed: [(high: UInt64, low: UInt64, number: UInt32)] = []
        changed.reserveCapacity(entries.count)
        for number in entries.indices where entries[number].batch == batch {
            changed.append((entries[number].key.high, entries[number].key.low, UInt32(number)))
        }
        changed.sort { left, right in
            if left.high != right.high { return left.high < right.high }
            if left.low != right.low { return left.low < right.low }
            return entries[Int(left.number)].key < entries[Int(right.number)].key
        }
        return changed.map(\.number)
    }
}

extension StagedKeys {
    @inlinable
    func hash(of key: PackedKey) -> UInt64 {
        var hash = Self.mix(key.high ^ seed.0, key.low ^ seed.1 ^ UInt64(truncatingIfNeeded: key.count))
        guard key.count > PackedKey.packed else { return hash }
        for byte in key.rest { hash = Self.mix(hash ^ UInt64(byte), seed.1) }
        return hash
    }

    /// Multiplies to 128 bits and folds the halves, so that the hash depends on all bits of both factors.
    @inlinable
    static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = (left ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: right ^ 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }

    /// Stores a number in the first free slot for its hash.
    @inlinable
    mutating func enter(_ number: Int, _ hash: UInt64) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = (hash & ~0xFFFF_FFFF) | UInt64(UInt32(number + 1))
    }

    /// Rebuilds the slots, with room for as many keys again.
    @usableFromInline
    mutating func enterAll() {
        var count = Self.minSlots
        while count < 4 * entries.count { count *= 2 }
        slots = Array(repeating: 0, count: count)
        for number in entries.indices { enter(number, hash(of: entries[number].key)) }
        last = 0
    }
}
