/// The bytes of a key, ordered and compared bytewise.
///
/// Up to 16 bytes, enough for most keys, are stored without an allocation.
@usableFromInline
struct PackedKey: Equatable, Sendable {
    // The first 16 bytes, big-endian, padded with zeros.
    @usableFromInline var high: UInt64 = 0
    @usableFromInline var low: UInt64 = 0

    /// The number of bytes.
    @usableFromInline var count = 0

    /// The bytes after the sixteenth.
    @usableFromInline var rest: [UInt8] = []

    @usableFromInline static let packed = 16

    @inlinable init() {}

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { append(byte) }
    }

    @usableFromInline
    mutating func append(_ byte: UInt8) {
        switch count {
        case ..<8: high |= UInt64(byte) << UInt64(56 - 8 * count)
        case ..<Self.packed: low |= UInt64(byte) << UInt64(120 - 8 * count)
        default: rest.append(byte)
        }
        count += 1
    }

    /// Appends a number as 8 bytes, big-endian.
    @inlinable
    mutating func append(_ number: UInt64) {
        switch count {
        case 0: high = number
        case 8: low = number
        default:
            for shift in stride(from: 56, through: 0, by: -8) {
                append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
            return
        }
        count += 8
    }

    /// The bytes.
    @usableFromInline var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        bytes.appendBigEndian(high)
        if count > 8 { bytes.appendBigEndian(low) }
        guard count >= Self.packed else {
            bytes.removeLast(bytes.count - count)
            return bytes
        }
        return bytes + rest
    }

    @usableFromInline
    static func == (left: PackedKey, right: PackedKey) -> Bool {
        left.high == right.high && left.low == right.low && left.count == right.count
            && (left.count <= packed || left.rest == right.rest)
    }
}

extension PackedKey: Comparable {
    @usableFromInline
    static func < (left: PackedKey, right: PackedKey) -> Bool {
        if left.high != right.high { return left.high < right.high }
        if left.low != right.low { return left.low < right.low }
        // Keys that are equal so far may still differ in trailing zero bytes that only one of them has.
        guard left.count > packed, right.count > packed else { return left.count < right.count }
        return left.rest.lexicographicallyPrecedes(right.rest)
    }
}
