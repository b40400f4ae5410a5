import CXXHash

/// The 64-bit XXH3 checksum, used for everything that this engine stores.
///
/// Source: xxHash, https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
enum Checksum {
    /// The checksum of bytes.
    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        // The shim selects the variant for the processor at hand (FMT-06).
        unsafe nacre_xxh3(bytes.baseAddress, bytes.count)
    }

    /// The checksum of bytes with a seed.
    static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        unsafe nacre_xxh3_seeded(bytes.baseAddress, bytes.count, seed)
    }

    /// The checksum of a text's UTF-8 bytes.
    static func of(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { unsafe of(UnsafeRawBufferPointer($0)) }
    }
}
