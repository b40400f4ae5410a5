public import DomainKit

/// Writes the parts of a key so that the order of the bytes is that of the values.
public struct TableKeyWriter: Sendable {
    /// What has been written.
    public var bytes: [UInt8] { key.bytes }

    @usableFromInline var key = PackedKey()

    /// Makes a writer of an empty key.
    @inlinable
    public init() {}

    /// Writes a number: 8 bytes, the highest first.
    @inlinable
    public mutating func number(_ value: UInt64) {
        key.append(value)
    }

    /// Writes a number of 32 bits: 4 bytes, the highest first.
    public mutating func shortNumber(_ value: UInt32) {
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            key.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Writes a byte.
    public mutating func byte(_ value: UInt8) {
        key.append(value)
    }

    /// Writes an id: its 16 bytes, in the byte order of RFC 9562.
    @inlinable
    public mutating func id(_ value: EventID) {
        key.append(value.high)
        key.append(value.low)
    }

    /// Writes a moment, the earlier before the later; its decimals are not kept.
    public mutating func instant(_ value: Instant) {
        key.append(UInt64(bitPattern: value.nanosecondsSince1970) ^ 1 << 63)
    }

    /// Writes a text, ordered by its UTF-8: every 0 as 0 and 255, and 0 and 1 behind the last byte.
    public mutating func text(_ value: String) {
        beginning(ofText: value)
        key.append(UInt8(0))
        key.append(UInt8(1))
    }

    /// Writes what all texts begin with that begin with another one.
    mutating func beginning(ofText value: String) {
        for byte in value.utf8 {
            key.append(byte)
            if byte == 0 { key.append(UInt8(255)) }
        }
    }
}
