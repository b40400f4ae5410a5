import CLibMD

/// SHA-256.
package enum SHA256 {
    /// The digest of a text, in hexadecimal.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: 64 digits.
    package static func digest(of bytes: [UInt8]) -> String {
        var context = SHA2_CTX()
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256Init(&context)
        SHA256Update(&context, bytes, bytes.count)
        SHA256Final(&digest, &context)
        return digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
