internal import CSodium

/// libsodium, initialised: having a value of this type means that its functions may be called.
public struct Sodium: Sendable {
    /// Initialises the library; no effect if it is initialised already.
    ///
    /// - Throws: ``SecretsError`` `notInitialised`.
    public init() throws(SecretsError) {
        // 0 after the first call of a process, 1 after later ones. The library serialises concurrent calls.
        guard sodium_init() >= 0 else {
            throw SecretsError(
                .notInitialised,
                "libsodium cannot be initialised: give the process access to the system's random numbers")
        }
    }

    /// Draws random bytes.
    ///
    /// - Parameter count: How many.
    /// - Returns: Bytes of the system's random number generator.
    func randomBytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    /// Draws a random key.
    func randomKey() -> SecretKey { SecretKey(randomBytes(SecretKey.byteCount)) }

    /// Overwrites bytes with zeros, which the compiler does not optimise away.
    ///
    /// It reaches this copy alone: pass an array that is not shared with another variable.
    ///
    /// - Parameter bytes: The bytes; afterwards all are zero.
    func erase(_ bytes: inout [UInt8]) { unsafe sodium_memzero(&bytes, bytes.count) }
}
