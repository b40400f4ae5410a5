extension String {
    /// Whether both strings have the same bytes of UTF-8.
    ///
    /// - Complexity: O(1) if both have at most 15 bytes, or share their storage, and are equal; otherwise O(*n*).
    @inlinable
    @inline(__always)
    package func hasSameBytes(as other: String) -> Bool {
        // FMT-10: Names are compared by their UTF-8 bytes, two machine words first.
        // A string is two words: up to 15 bytes with their count, or an address and a count. Strings with the same
        // two words have the same bytes; other comparisons are left to the library.
        if unsafeBitCast(self, to: Words.self) == unsafeBitCast(other, to: Words.self) { return true }
        return hasSameBytesElsewhere(as: other)
    }

    @usableFromInline
    struct Words: Equatable {
        @usableFromInline let first: UInt64
        @usableFromInline let second: UInt64
    }

    @usableFromInline
    @inline(never)
    func hasSameBytesElsewhere(as other: String) -> Bool {
        let left = utf8Span.span
        let right = other.utf8Span.span
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}
