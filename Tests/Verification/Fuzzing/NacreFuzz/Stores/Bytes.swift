import CXXHash

/// XXH3 with 64 bits, as `Docs/FileFormat.md` uses it.
func xxh3(_ bytes: some Collection<UInt8>, seed: UInt64? = nil) -> UInt64 {
    Array(bytes).withUnsafeBytes { bytes in
        if let seed {
            nacre_xxh3_seeded(bytes.baseAddress, bytes.count, seed)
        } else {
            nacre_xxh3(bytes.baseAddress, bytes.count)
        }
    }
}

extension [UInt8] {
    /// The little-endian number at an offset; 0 beyond the end.
    func number(at offset: Int, bytes: Int = 8) -> UInt64 {
        guard offset >= 0, offset + bytes <= count else { return 0 }
        return (0..<bytes).reduce(0) { $0 | UInt64(self[offset + $1]) << (8 * UInt64($1)) }
    }

    /// Writes a little-endian number, unless it is beyond the end.
    mutating func set(_ value: UInt64, at offset: Int, bytes: Int = 8) {
        guard offset >= 0, offset + bytes <= count else { return }
        for index in 0..<bytes { self[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index))) }
    }

    /// The eight bytes of a number, big-endian.
    static func key(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    /// The big-endian number at an offset.
    func bigEndian(at offset: Int) -> UInt64 { (0..<8).reduce(0) { $0 << 8 | UInt64(self[offset + $1]) } }
}
