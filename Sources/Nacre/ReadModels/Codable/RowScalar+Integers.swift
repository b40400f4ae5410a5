extension RowScalar where Self: FixedWidthInteger {
    /// The number, encoded in as few bytes as it needs.
    var rowValue: RowValue {
        if let value = UInt64(exactly: self) { return .unsigned(value) }
        if let value = UInt64(exactly: ~self), self < 0 { return .negative(value) }
        let isNegative = self < 0
        let bits = isNegative ? ~self : self
        return .wide(
            low: UInt64(truncatingIfNeeded: bits), high: UInt64(truncatingIfNeeded: bits >> 64), isNegative: isNegative)
    }

    /// Converts a number of any width, if it fits.
    init?(rowValue: RowValue) {
        switch rowValue {
        case .unsigned(let value): self.init(exactly: value)
        case .negative(let value):
            // A negative number is stored as its bitwise complement.
            guard Self.isSigned, let value = Self(exactly: value) else { return nil }
            self = ~value
        case .wide(let low, let high, let isNegative):
            guard let value = Self(exactly: UInt128(high) << 64 | UInt128(low)), !isNegative || Self.isSigned else {
                return nil
            }
            self = isNegative ? ~value : value
        default: return nil
        }
    }
}

extension Int: RowScalar {}
extension Int8: RowScalar {}
extension Int16: RowScalar {}
extension Int32: RowScalar {}
extension Int64: RowScalar {}
extension Int128: RowScalar {}
extension UInt: RowScalar {}
extension UInt8: RowScalar {}
extension UInt16: RowScalar {}
extension UInt32: RowScalar {}
extension UInt64: RowScalar {}
extension UInt128: RowScalar {}
