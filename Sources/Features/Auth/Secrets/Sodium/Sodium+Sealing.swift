internal import CSodium

extension Sodium {
    /// How many bytes sealing adds: the nonce and the tag.
    static let sealByteCount = nonceByteCount + tagByteCount

    private static let nonceByteCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagByteCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    /// Encrypts and authenticates a message with XChaCha20-Poly1305.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - associated: What the sealed message belongs to. It is authenticated and not contained.
    ///   - key: The key.
    /// - Returns: A random nonce, the encrypted message, and the tag. Nonces of 24 random bytes do not repeat.
    func seal(_ message: [UInt8], with associated: [UInt8], under key: borrowing SecretKey) -> [UInt8] {
        let nonce = randomBytes(Self.nonceByteCount)
        var box = [UInt8](repeating: 0, count: message.count + Self.tagByteCount)
        // It has no failure: a message cannot be longer than the memory.
        key.withBytes { key in
            _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                &box, nil, message, UInt64(message.count), associated, UInt64(associated.count), nil, nonce, key)
        }
        return nonce + box
    }

    /// Decrypts a sealed message.
    ///
    /// - Parameters:
    ///   - sealed: The result of ``seal(_:with:under:)``.
    ///   - associated: What the sealed message belongs to.
    ///   - key: The key.
    /// - Returns: The message; `nil` if it was sealed under another key or for another place, or was changed.
    func open(_ sealed: some Collection<UInt8>, with associated: [UInt8], under key: borrowing SecretKey) -> [UInt8]? {
        let nonce = Array(sealed.prefix(Self.nonceByteCount))
        let box = Array(sealed.dropFirst(Self.nonceByteCount))
        guard box.count >= Self.tagByteCount else { return nil }
        // The library writes no byte for an empty message.
        var message = [UInt8](repeating: 0, count: box.count - Self.tagByteCount)
        let result = key.withBytes { key in
            unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                &message, nil, nil, box, UInt64(box.count), associated, UInt64(associated.count), nonce, key)
        }
        return result == 0 ? message : nil
    }
}
