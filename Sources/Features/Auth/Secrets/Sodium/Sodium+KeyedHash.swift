internal import CSodium

extension Sodium {
    /// The length of a hash, in bytes.
    static let hashByteCount = 32

    /// Hashes a message with BLAKE2b and 256 bits.
    ///
    /// - Parameter message: The message.
    /// - Returns: 32 bytes.
    func hash(_ message: [UInt8]) -> [UInt8] { hash(message, key: []) }

    /// Hashes a message with BLAKE2b under a key, with 256 bits.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - key: The key.
    /// - Returns: 32 bytes, by which the message cannot be guessed without the key.
    func keyedHash(_ message: [UInt8], under key: borrowing SecretKey) -> [UInt8] {
        key.withBytes { hash(message, key: $0) }
    }

    /// A key for one purpose, derived from another key.
    ///
    /// - Parameters:
    ///   - purpose: The purpose; another purpose gives an unrelated key.
    ///   - key: The key to derive it from.
    /// - Returns: The derived key, always the same.
    func derivedKey(for purpose: String, from key: borrowing SecretKey) -> SecretKey {
        SecretKey(keyedHash(Array(purpose.utf8), under: key))
    }

    private func hash(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: Self.hashByteCount)
        // It fails for lengths out of range alone.
        unsafe crypto_generichash(&hash, hash.count, message, UInt64(message.count), key, key.count)
        return hash
    }
}
