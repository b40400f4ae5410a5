/// A person whose data can be erased: the id of the person's account.
public struct PersonID: UUIDIdentity {
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
