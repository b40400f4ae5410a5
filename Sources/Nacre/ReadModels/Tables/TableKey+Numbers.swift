// The sign bit of signed numbers is flipped, so that negative numbers are ordered before the others.
extension Int: TableKey {
    /// Writes the number.
    @inlinable
    public func write(to writer: inout TableKeyWriter) { Int64(self).write(to: &writer) }

    /// Reads a number.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) {
        self = Int(truncatingIfNeeded: try Int64(from: &reader))
    }
}

extension Int64: TableKey {
    /// Writes the number.
    @inlinable
    public func write(to writer: inout TableKeyWriter) { writer.number(UInt64(bitPattern: self) ^ 1 << 63) }

    /// Reads a number.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) {
        self = Int64(bitPattern: try reader.number() ^ 1 << 63)
    }
}

extension Int32: TableKey {
    /// Writes the number.
    public func write(to writer: inout TableKeyWriter) { writer.shortNumber(UInt32(bitPattern: self) ^ 1 << 31) }

    /// Reads a number.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) {
        self = Int32(bitPattern: try reader.shortNumber() ^ 1 << 31)
    }
}

extension UInt32: TableKey {
    /// Writes the number.
    public func write(to writer: inout TableKeyWriter) { writer.shortNumber(self) }

    /// Reads a number.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) { self = try reader.shortNumber() }
}

extension Bool: TableKey {
    /// Writes the Boolean; `false` is ordered before `true`.
    public func write(to writer: inout TableKeyWriter) { writer.byte(self ? 1 : 0) }

    /// Reads a Boolean.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) {
        let byte = try reader.byte()
        guard byte <= 1 else { throw reader.damaged("has \(byte) for a boolean") }
        self = byte == 1
    }
}

extension Double: TableKey {
    /// Writes the number so that the bytes have the order of the numbers.
    ///
    /// 0 and -0 are equal, and NaN is ordered after all other numbers.
    public func write(to writer: inout TableKeyWriter) {
        // All NaNs are one key, and so are 0 and -0.
        let bits = isNaN ? Double.nan.bitPattern : self == 0 ? 0 : bitPattern
        // All bits of negative numbers are flipped, so that the greater magnitude is ordered first.
        writer.number(bits >> 63 == 1 ? ~bits : bits | 1 << 63)
    }

    /// Reads a number.
    ///
    /// - Parameter reader: The reader of the key.
    /// - Throws: ``EventStoreError`` if the key is damaged.
    public init(from reader: inout TableKeyReader) throws(EventStoreError) {
        let bits = try reader.number()
        self = Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)
    }
}
