import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Secret bytes: never shown in text, and overwritten with zeros when the last reference is gone.
///
/// Only this copy is overwritten. A `String` that the bytes come from is not, and neither is memory that the system
/// has paged out.
///
/// Threading: may be shared. ``withBytes(_:)`` holds a lock while its closure runs.
public final class Secret: Undisclosed, Sendable {
    // FEAT-28: Secrets are erased from memory and never printed.
    private let bytes: Mutex<[UInt8]>

    /// The number of bytes.
    public let count: Int

    /// Creates a secret from a copy of bytes.
    ///
    /// - Parameter bytes: The bytes.
    public init(_ bytes: some Sequence<UInt8>) {
        // A new array, which shares its storage with no other: otherwise, erasing would copy it first.
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes { copy.append(byte) }
        count = copy.count
        self.bytes = Mutex(copy)
    }

    /// Creates a secret from the system's cryptographic random number generator.
    ///
    /// - Parameter count: The number of bytes.
    public convenience init(random count: Int) {
        var generator = SystemRandomNumberGenerator()
        self.init((0..<count).map { _ in generator.next() as UInt8 })
    }

    deinit {
        bytes.withLock { bytes in
            bytes.withUnsafeMutableBytes { buffer in
                guard let start = buffer.baseAddress else { return }
                // Unlike an ordinary store, the call is not removed as a write to memory that is freed next.
                #if canImport(Darwin)
                    memset_s(start, buffer.count, 0, buffer.count)
                #else
                    explicit_bzero(start, buffer.count)
                #endif
            }
        }
    }

    /// Calls a closure with the bytes.
    ///
    /// - Parameter body: Reads the bytes. It must not copy them beyond what it needs, and must not use this secret.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`.
    public func withBytes<Result: Sendable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withLock { (bytes) throws(Failure) in try body(bytes.span) }
    }
}
