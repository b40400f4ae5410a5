internal import Nacre

extension [UInt8] {
    /// Appends an integer, little-endian.
    mutating func append<Integer: FixedWidthInteger>(integer: Integer) {
        for index in 0..<(Integer.bitWidth / 8) { append(UInt8(truncatingIfNeeded: integer >> (8 * Integer(index)))) }
    }

    /// Appends the 16 bytes of an id.
    mutating func append(_ id: EventID) {
        append(integer: id.high.byteSwapped)
        append(integer: id.low.byteSwapped)
    }

    /// The little-endian integer at an offset, which the caller has checked.
    func integer<Integer: FixedWidthInteger>(at offset: Int, as type: Integer.Type = Integer.self) -> Integer {
        var value: Integer = 0
        for index in 0..<(Integer.bitWidth / 8) { value |= Integer(self[offset + index]) << (8 * Integer(index)) }
        return value
    }

    /// The id at an offset, which the caller has checked.
    func id(at offset: Int) -> EventID {
        EventID(
            high: integer(at: offset, as: UInt64.self).byteSwapped,
            low: integer(at: offset + 8, as: UInt64.self).byteSwapped)
    }
}
