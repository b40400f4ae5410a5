public import DomainKit

/// Writes the parts of a key so that the bytes have the order of the values.
public struct TableKeyWriter: Sendable {
    /// The bytes written so far.
    public var bytes: [UInt8] { key.bytes }

    @usableFromInline var key = PackedKey()

    /// Creates a writer with an empty key.
    @inlinable
    public init() {}

    /// Writes a number: 8 bytes, big-endian.
    @inlinable
    public mutating func number(_ value: UInt64) {
        key.append(value)
    }

    /// Writes a 32-bit number: 4 bytes, big-endian.
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

    /// Writes an instant in chronological order, without its number of decimals.
    public mutating func instant(_ value: Instant) {
        // The flipped sign bit orders times before 1970 first.
        key.append(UInt64(bitPattern: value.nanosecondsSince1970) ^ 1 << 63)
    }

    /// Writes a text, ordered by its UTF-8 bytes.
    ///
    /// Each 0 byte is written as 0, 255, and the text ends with 0, 1.
    public mutating func text(_ value: String) {
        // 0 1 ends the text, and a zero byte is written as 0 255: no text is a prefix of another, and the order is
        // kept.
        beginning(ofText: value)
        key.append(UInt8(0))
        key.append(UInt8(1))
    }

    /// Writes the common prefix of all texts that begin with a text.
    mutating func beginning(ofText value: String) {
        for byte in value.utf8 {
            key.append(byte)
            if byte == 0 { key.append(UInt8(255)) }
        }
    }
}
