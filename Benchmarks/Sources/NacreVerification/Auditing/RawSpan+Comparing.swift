extension RawSpan {
    /// A copy of all bytes.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package var copied: [UInt8] {
        withUnsafeBytes { [UInt8]($0) }
    }

    /// Whether all bytes from an offset on equal those of another span of the same size.
    ///
    /// - Complexity: O(*n*) in the bytes.
    func isEqual(to other: RawSpan, from start: Int) -> Bool {
        guard byteCount == other.byteCount else { return false }
        var offset = start
        while offset + 8 <= byteCount {
            if word(at: offset) != other.word(at: offset) { return false }
            offset += 8
        }
        while offset < byteCount {
            if byte(at: offset) != other.byte(at: offset) { return false }
            offset += 1
        }
        return true
    }
}
