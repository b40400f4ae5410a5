/// The keys of what is kept of a table, numbered as they came, and found by a table of slots with open addressing, in which
/// stand a part of a key's hash and its number.
///
/// It is what a projection asks for every event, several times, and what it waits for is memory that is in no cache:
/// `Dictionary` has larger slots, and a hash that takes longer.
@usableFromInline
struct StagedKeys: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline let key: PackedKey

        /// The number of the batch that put or removed the row; 0 for none.
        @usableFromInline var batch: UInt32

        /// Of an index's entry, the number that the row which it names had in its own table: mostly it still has it.
        @usableFromInline var rowNumber: UInt32 = 0

        @inlinable
        init(key: PackedKey, batch: UInt32) {
            self.key = key
            self.batch = batch
        }
    }

    /// The keys by their numbers.
    @usableFromInline var entries: [Entry] = []

    /// The upper half of a hash, and below it the key's number plus one; 0 where nothing stands.
    ///
    /// How many there are is a
    /// power of two, at least twice that of the keys.
    @usableFromInline var slots: [UInt64] = []

    /// Where a key is looked for first: the number that was found last, mostly that of the next row to be changed.
    @usableFromInline var last = 0

    /// Whoever chooses keys cannot know which ones fall together.
    private static let seed: (UInt64, UInt64) = (.random(in: 0 ... .max), .random(in: 0 ... .max))
    @usableFromInline let seed = Self.seed

    private static let fewestSlots = 16

    init() {}

    /// The number of a key; `nil` where it is not there.
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

    /// Adds a key that is not there.
    @inlinable
    mutating func add(_ key: PackedKey, in batch: UInt32) {
        if slots.count < 2 * (entries.count + 1) { enterAll() }
        enter(entries.count, hash(of: key))
        last = entries.count
        entries.append(Entry(key: key, batch: batch))
    }

    /// Notes that a batch changes what is under the key of a number.
    ///
    /// - Returns: Whether it has changed it before.
    @inlinable
    mutating func change(_ number: Int, in batch: UInt32) -> Bool {
        defer { entries[number].batch = batch }
        return entries[number].batch == batch
    }

    /// Lets go of the keys whose rows a batch has not changed.
    mutating func keepOnly(changedIn batch: UInt32) {
        entries.removeAll { $0.batch != batch }
        enterAll()
    }

    /// The numbers of the keys whose rows a batch has changed, in the order of the keys.
    func numbers(changedIn batch: UInt32) -> [UInt32] {
        // The beginning of the key beside the number: nearly always that is enough to tell two apart.
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

    /// Multiplies to 128 bits and folds them, so that the hash depends on all bits of both.
    @inlinable
    static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = (left ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: right ^ 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }

    /// Enters a number in the first slot that is free for its hash.
    @inlinable
    mutating func enter(_ number: Int, _ hash: UInt64) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = (hash & ~0xFFFF_FFFF) | UInt64(UInt32(number + 1))
    }

    /// Makes slots for the keys that are there, and for as many more.
    @usableFromInline
    mutating func enterAll() {
        var count = Self.fewestSlots
        while count < 4 * entries.count { count *= 2 }
        slots = Array(repeating: 0, count: count)
        for number in entries.indices { enter(number, hash(of: entries[number].key)) }
        last = 0
    }
}
