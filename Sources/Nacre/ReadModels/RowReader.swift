public import DomainKit

/// Reads the fields of a read model's row, in the order in which ``RowWriter`` wrote them.
///
/// A row that lacks a requested field is damaged, and so is its read model, which is then rebuilt.
public struct RowReader: ~Escapable {
    private let bytes: Span<UInt8>
    private var index = 0

    /// Creates a reader of one row.
    ///
    /// - Parameter bytes: The row.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    /// Reads a byte.
    ///
    /// - Returns: The byte.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the row ends too early.
    @_lifetime(self: copy self)
    public mutating func byte() throws(EventStoreError) -> UInt8 {
        guard index < bytes.count else { throw damaged("ends at byte \(index), in the middle of a field") }
        defer { index += 1 }
        return bytes[index]
    }

    /// Reads a whole number.
    ///
    /// - Returns: The number.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the row ends too early or the
    ///   number is longer than ten bytes.
    @_lifetime(self: copy self)
    public mutating func number() throws(EventStoreError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try byte()
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw damaged("has a number of more than ten bytes before byte \(index)")
    }

    /// Reads an id.
    ///
    /// - Returns: The id.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the row ends too early.
    @_lifetime(self: copy self)
    public mutating func id() throws(EventStoreError) -> EventID {
        EventID(high: try bigEndian(), low: try bigEndian())
    }

    /// Reads an instant.
    ///
    /// - Returns: The instant, with its decimals.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the row ends too early.
    @_lifetime(self: copy self)
    public mutating func instant() throws(EventStoreError) -> Instant {
        let nanoseconds = Int64(bitPattern: try bigEndian().byteSwapped)
        return Instant(nanosecondsSince1970: nanoseconds, decimals: try byte())
    }

    /// Reads a text.
    ///
    /// - Returns: The text.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the row ends too early, or the
    ///   text is not UTF-8.
    @_lifetime(self: copy self)
    public mutating func text() throws(EventStoreError) -> String {
        try text(bytes: try count())
    }

    /// Reads a text of the given number of bytes.
    @_lifetime(self: copy self)
    mutating func text(bytes count: Int) throws(EventStoreError) -> String {
        let end = try end(of: count)
        defer { index = end }
        do {
            return String(copying: try UTF8Span(validating: bytes.extracting(index..<end)))
        } catch {
            throw damaged("has a text that is not UTF-8 at byte \(index)")
        }
    }

    /// Reads the number of the elements that follow.
    ///
    /// Each has at least one byte, which bounds the number.
    @_lifetime(self: copy self)
    mutating func count() throws(EventStoreError) -> Int {
        let count = try number()
        // Checked before memory is reserved: the bytes may be damaged.
        guard count <= UInt64(bytes.count - index) else {
            throw damaged("has a text or list of length \(count) with only \(bytes.count - index) bytes left")
        }
        return Int(count)
    }

    /// Reads a number of bytes.
    @_lifetime(self: copy self)
    mutating func bytes(count: Int) throws(EventStoreError) -> [UInt8] {
        let end = try end(of: count)
        defer { index = end }
        return (index..<end).map { bytes[$0] }
    }

    /// Reads a little-endian number of fixed width.
    @_lifetime(self: copy self)
    mutating func littleEndian<Number: FixedWidthInteger & UnsignedInteger>() throws(EventStoreError) -> Number {
        var value: Number = 0
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) { value |= Number(try byte()) << shift }
        return value
    }

    /// The index of the end of a field with a number of bytes.
    private func end(of count: Int) throws(EventStoreError) -> Int {
        guard count <= bytes.count - index else {
            throw damaged("ends at byte \(bytes.count), in the middle of a field")
        }
        return index + count
    }

    /// Reads the remaining bytes.
    @_lifetime(self: copy self)
    mutating func rest() -> [UInt8] {
        defer { index = bytes.count }
        return (index..<bytes.count).map { bytes[$0] }
    }

    /// Verifies that no bytes are left.
    ///
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the row has more bytes.
    public func end() throws(EventStoreError) {
        guard index == bytes.count else {
            throw damaged("has \(bytes.count - index) bytes after its last field")
        }
    }

    @_lifetime(self: copy self)
    private mutating func bigEndian() throws(EventStoreError) -> UInt64 {
        var value: UInt64 = 0
        for _ in 0..<8 { value = value << 8 | UInt64(try byte()) }
        return value
    }

    /// The error for a damaged row.
    func damaged(_ what: String) -> EventStoreError {
        .damagedReadModel("a row of \(bytes.count) bytes \(what)")
    }
}
