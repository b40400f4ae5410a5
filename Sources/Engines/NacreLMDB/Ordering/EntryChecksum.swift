/// The checksum of entries in a replicated log.
package enum EntryChecksum {
    /// The checksum of bytes, with that of other bytes as its seed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - seed: The checksum of what comes before them; 0 if nothing does.
    /// - Returns: The 64-bit XXH3 checksum.
    package static func of(_ bytes: ArraySlice<UInt8>, seed: UInt64 = 0) -> UInt64 {
        unsafe bytes.withUnsafeBytes { unsafe Checksum.of($0, seed: seed) }
    }
}
