public import DomainKit

/// The id of the user that an item belongs to: a UUID, written in lower case.
///
/// Features do not know each other: the composition root derives it from the id of an account.
public struct ItemOwner: UUIDIdentity {
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
