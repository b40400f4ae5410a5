import Nacre

/// A block of a Bloom filter, one cache line: a 32-bit checksum, and 480 bits of which each hash sets six.
///
/// Each block has its own checksum, so that a lookup costs one cache line only. Source: Putze, Sanders and Singler,
/// "Cache-, hash- and space-efficient Bloom filters" (2007).
enum FilterBlock {
    // IDX-06: Runs of all kinds but types and categories have Bloom filters.

    /// A cache line.
    static let byteCount = 64

    private static let checksumBytes = 4
    /// What the checksum leaves of the cache line.
    private static let bits: UInt64 = 480
    private static let bitsPerHash = 6

    /// Adds a hash.
    @inline(__always)
    static func insert(_ hash: UInt64, into block: UnsafeMutableRawPointer) {
        var rest = mixed(hash)
        for _ in 0..<bitsPerHash {
            let (byte, mask) = next(&rest)
            unsafe block.storeBytes(
                of: block.load(fromByteOffset: byte, as: UInt8.self) | mask, toByteOffset: byte, as: UInt8.self)
        }
    }

    /// Whether the block may contain a hash; `false` is certain.
    @inline(__always)
    static func mayContain(_ hash: UInt64, _ block: UnsafeRawPointer) -> Bool {
        var rest = mixed(hash)
        for _ in 0..<bitsPerHash {
            let (byte, mask) = next(&rest)
            if unsafe block.load(fromByteOffset: byte, as: UInt8.self) & mask == 0 { return false }
        }
        return true
    }

    /// Writes the checksum, once the block is complete.
    static func seal(_ block: UnsafeMutableRawPointer, run: UInt64, number: UInt64) {
        unsafe block.storeBytes(of: checksum(block, run: run, number: number).littleEndian, as: UInt32.self)
    }

    /// Whether the block's checksum matches, for its contents and its place.
    @inline(__always)
    static func hasValidChecksum(_ block: UnsafeRawPointer, run: UInt64, number: UInt64) -> Bool {
        unsafe UInt32(littleEndian: block.loadUnaligned(as: UInt32.self)) == checksum(block, run: run, number: number)
    }

    @inline(__always)
    private static func checksum(_ block: UnsafeRawPointer, run: UInt64, number: UInt64) -> UInt32 {
        let bytes = unsafe UnsafeRawBufferPointer(start: block + checksumBytes, count: byteCount - checksumBytes)
        // Seeded with the place, so that a block of another run or number does not pass.
        return unsafe UInt32(truncatingIfNeeded: Checksum.of(bytes, seed: run << 32 ^ number))
    }

    /// Sixty bits that depend on all bits of the hash: the upper bits, which chose the block, are shared by all of its
    /// hashes.
    @inline(__always)
    private static func mixed(_ hash: UInt64) -> UInt64 {
        ((hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15) >> 4
    }

    /// The byte and the bit selected by the next ten bits.
    @inline(__always)
    private static func next(_ rest: inout UInt64) -> (byte: Int, mask: UInt8) {
        let bit = Int(truncatingIfNeeded: ((rest & 1_023) &* bits) &>> 10)
        rest &>>= 10
        return (checksumBytes &+ bit &>> 3, 1 &<< UInt8(truncatingIfNeeded: bit & 7))
    }
}
