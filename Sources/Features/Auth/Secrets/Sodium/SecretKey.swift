internal import CSodium

/// A key of 32 bytes, overwritten with zeros when its last use ends.
///
/// It cannot be copied, so that no other place keeps the bytes.
struct SecretKey: ~Copyable, Sendable {
    /// The length of a key, in bytes: that of XChaCha20-Poly1305, and the one advised for keyed BLAKE2b.
    static let byteCount = 32

    private let bytes: [UInt8]

    /// Creates a key.
    ///
    /// - Parameter bytes: The bytes, 32; the caller keeps no copy.
    init(_ bytes: consuming [UInt8]) {
        self.bytes = bytes
    }

    /// Calls a closure with the bytes.
    ///
    /// - Parameter body: Uses the bytes. It must not let the array escape: the array shares the key's memory, which is
    ///   overwritten when the key is destroyed.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`.
    borrowing func withBytes<Result, Failure: Error>(
        _ body: ([UInt8]) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(bytes) }

    /// A copy of the first bytes, in memory of its own.
    borrowing func copy(_ count: Int = byteCount) -> [UInt8] { bytes.prefix(count).map { $0 } }

    deinit {
        unsafe bytes.withUnsafeBytes {
            if let start = $0.baseAddress { unsafe sodium_memzero(UnsafeMutableRawPointer(mutating: start), $0.count) }
        }
    }
}
