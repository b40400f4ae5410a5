/// The bytes of a key, ordered and compared as such: up to 16 of them, as most keys have, without an allocation.
@usableFromInline
struct PackedKey: Equatable, Sendable {
    // The first bytes, the highest first, filled up with zeros.
    @usableFromInline var high: UInt64 = 0
    @usableFromInline var low: UInt64 = 0

    /// How many bytes there are.
    @usableFromInline var count = 0

    /// The bytes behind the sixteenth.
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

    /// Appends a number as 8 bytes, the highest first.
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
        // What is alike so far may still end in zeros that one of them does not have.
        guard left.count > packed, right.count > packed else { return left.count < right.count }
        return left.rest.lexicographicallyPrecedes(right.rest)
    }
}
