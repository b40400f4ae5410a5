/// Finds the bytes of a text in other bytes.
package struct ByteSearch: Hashable, Sendable {
    private let pattern: [UInt8]

    /// Whether ASCII letters match in either case.
    private let ignoresCase: Bool

    /// Creates a search for a text.
    package init(_ text: String, ignoringCase: Bool = false) {
        ignoresCase = ignoringCase
        pattern = ignoringCase ? text.utf8.map(Self.lowercased) : Array(text.utf8)
    }

    /// Whether the bytes are the text.
    func isEqual(to bytes: Span<UInt8>) -> Bool {
        bytes.count == pattern.count && occurs(in: bytes)
    }

    /// Whether the text occurs in the bytes; an empty text does everywhere.
    ///
    /// - Complexity: O(*n* · *m*) in the bytes of both, in practice O(*n*).
    func occurs(in bytes: Span<UInt8>) -> Bool {
        let wanted = pattern.span
        guard let first = pattern.first, bytes.count >= wanted.count else { return pattern.isEmpty }
        return ignoresCase
            ? Self.occurs(wanted, first, in: bytes, Self.lowercased) : Self.occurs(wanted, first, in: bytes, \.self)
    }

    @inline(__always)
    private static func occurs(
        _ wanted: Span<UInt8>, _ first: UInt8, in bytes: Span<UInt8>, _ folded: (UInt8) -> UInt8
    ) -> Bool {
        var start = 0
        let last = bytes.count - wanted.count
        while start <= last {
            if folded(bytes[start]) == first {
                var length = 1
                while length < wanted.count, folded(bytes[start + length]) == wanted[length] { length += 1 }
                if length == wanted.count { return true }
            }
            start += 1
        }
        return false
    }

    @inline(__always)
    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
}
