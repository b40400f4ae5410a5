public import DomainKit

/// The id of a log.
public struct LogID: UUIDIdentity {
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

/// A position of a log, with a proof of which log that is, and of which history.
public struct LogMark: Sendable, Hashable {
    /// The log.
    public let log: LogID

    /// The position; 0 before the first event.
    public let position: UInt64

    /// A checksum of the log up to the position.
    public let fingerprint: UInt64

    /// Creates a mark.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - position: The position; 0 before the first event.
    ///   - fingerprint: A checksum of the log up to the position.
    public init(log: LogID, position: UInt64, fingerprint: UInt64) {
        self.log = log
        self.position = position
        self.fingerprint = fingerprint
    }
}
