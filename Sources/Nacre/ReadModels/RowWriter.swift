public import DomainKit

/// Writes the fields of a read model's row compactly, one after the other.
///
/// The projection chooses the fields and their order; ``RowReader`` reads them in the same order.
/// `Docs/FileFormat.md` describes the bytes.
public struct RowWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []

    /// Creates a writer with an empty row.
    public init() {
        bytes.reserveCapacity(96)
    }

    /// Writes a byte.
    public mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    /// Writes a variable-length number (LEB128): 7 bits in each byte, the lowest first, with the high bit set on all
    /// but the last byte.
    public mutating func number(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes an id: its 16 bytes, in the byte order of RFC 9562.
    public mutating func id(_ value: EventID) {
        bytes.appendBigEndian(value.high)
        bytes.appendBigEndian(value.low)
    }

    /// Writes an instant: the nanoseconds since 1970 in 8 bytes, little-endian, and the number of decimals in a byte.
    public mutating func instant(_ value: Instant) {
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value.nanosecondsSince1970 >> Int64(shift)))
        }
        bytes.append(value.decimals)
    }

    /// Writes a text: the number of its bytes, then its UTF-8.
    public mutating func text(_ value: String) {
        number(UInt64(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    /// Writes bytes as they are.
    mutating func append(_ value: some Sequence<UInt8>) {
        bytes.append(contentsOf: value)
    }

    /// Writes a little-endian number of fixed width.
    mutating func littleEndian(_ value: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

extension [UInt8] {
    /// Appends a number as 8 bytes, big-endian.
    ///
    /// In keys this keeps the order of the numbers.
    public mutating func appendBigEndian(_ value: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }

    /// The key of a row that is stored under a position.
    public static func key(of position: Position) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(8)
        key.appendBigEndian(position)
        return key
    }
}
