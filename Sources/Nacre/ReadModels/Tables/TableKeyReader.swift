public import DomainKit

/// Reads the parts of a key, in the order in which ``TableKeyWriter`` wrote them.
public struct TableKeyReader: Sendable {
    private let bytes: [UInt8]
    private var index = 0

    /// Creates a reader of one key.
    ///
    /// - Parameter bytes: The key.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads a number.
    ///
    /// - Returns: The number.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the key ends too early.
    public mutating func number() throws(EventStoreError) -> UInt64 {
        guard bytes.count - index >= 8 else { throw damaged("ends at byte \(bytes.count), in the middle of a number") }
        defer { index += 8 }
        return bytes[index..<index + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads a 32-bit number.
    ///
    /// - Returns: The number.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the key ends too early.
    public mutating func shortNumber() throws(EventStoreError) -> UInt32 {
        guard bytes.count - index >= 4 else { throw damaged("ends at byte \(bytes.count), in the middle of a number") }
        defer { index += 4 }
        return bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads a byte.
    ///
    /// - Returns: The byte.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the key ends too early.
    public mutating func byte() throws(EventStoreError) -> UInt8 {
        guard index < bytes.count else { throw damaged("ends at byte \(bytes.count), where another byte is expected") }
        defer { index += 1 }
        return bytes[index]
    }

    /// Reads an id.
    ///
    /// - Returns: The id.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the key ends too early.
    public mutating func id() throws(EventStoreError) -> EventID {
        EventID(high: try number(), low: try number())
    }

    /// Reads an instant.
    ///
    /// - Returns: The instant, with as many decimals as it needs.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the key ends too early.
    public mutating func instant() throws(EventStoreError) -> Instant {
        Instant(nanosecondsSince1970: Int64(bitPattern: try number() ^ 1 << 63), decimals: 0)
    }

    /// Reads a text.
    ///
    /// - Returns: The text.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if there is none, or it is not UTF-8.
    public mutating func text() throws(EventStoreError) -> String {
        var text: [UInt8] = []
        while index + 1 < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0 {
                let mark = bytes[index]
                index += 1
                if mark == 1 {
                    guard let text = String(validating: text, as: UTF8.self) else {
                        throw damaged("has a text that is not UTF-8 before byte \(index)")
                    }
                    return text
                }
                guard mark == 255 else { throw damaged("has \(mark) after a 0 before byte \(index)") }
            }
            text.append(byte)
        }
        throw damaged("ends at byte \(bytes.count), in the middle of a text")
    }

    /// Verifies that no bytes are left.
    ///
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/damaged`` if the key has more bytes.
    public func end() throws(EventStoreError) {
        guard index == bytes.count else { throw damaged("has \(bytes.count - index) bytes after its parts") }
    }

    /// The error for a damaged key.
    func damaged(_ what: String) -> EventStoreError {
        .damagedReadModel("a key of \(bytes.count) bytes \(what)")
    }
}
