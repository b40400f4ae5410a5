public import DomainKit

/// Writes the parts of a key so that the order of the bytes is that of the values.
public struct TableKeyWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// Makes a writer of an empty key.
    public init() {
        bytes.reserveCapacity(24)
    }

    /// Writes a number: 8 bytes, the highest first.
    public mutating func number(_ value: UInt64) {
        bytes.appendBigEndian(value)
    }

    /// Writes an id: its 16 bytes, in the byte order of RFC 9562.
    public mutating func id(_ value: EventID) {
        bytes.appendBigEndian(value.high)
        bytes.appendBigEndian(value.low)
    }

    /// Writes a moment, the earlier before the later; its decimals are not kept.
    public mutating func instant(_ value: Instant) {
        bytes.appendBigEndian(UInt64(bitPattern: value.nanosecondsSince1970) ^ 1 << 63)
    }

    /// Writes a text, ordered by its UTF-8: every 0 as 0 and 255, and 0 and 1 behind the last byte.
    public mutating func text(_ value: String) {
        for byte in value.utf8 {
            bytes.append(byte)
            if byte == 0 { bytes.append(255) }
        }
        bytes.append(0)
        bytes.append(1)
    }
}
