public import DomainKit

/// The id of a request to reset a password: a random UUID.
///
/// Events name it, so that the log decides whether a link was used.
public struct ResetID: UUIDIdentity {
    /// The first 8 bytes of the UUID, the first byte the most significant.
    public let high: UInt64

    /// The last 8 bytes.
    public let low: UInt64

    /// Creates an id from the two halves of a UUID.
    ///
    /// - Parameters:
    ///   - high: The first 8 bytes, the first byte the most significant.
    ///   - low: The last 8 bytes.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
