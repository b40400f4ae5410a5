// The offsets below are bounded by the span's own count, and any bytes are a valid integer: these loads can neither
// read outside the span nor create an invalid value.

extension RawSpan {
    /// The little-endian 8-byte word at an offset.
    ///
    /// - Precondition: `offset + 8` is within the span.
    func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The byte at an offset.
    ///
    /// - Precondition: `offset` is within the span.
    func byte(at offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// A copy of all bytes.
    ///
    /// - Complexity: O(*n*) in the bytes.
    var copied: [UInt8] {
        withUnsafeBytes { [UInt8]($0) }
    }

    /// The wrapping sum of the little-endian 8-byte words, the last one zero-padded.
    ///
    /// The cheapest way to touch every byte; the ceiling's `ceiling_sum` is the same.
    ///
    /// - Complexity: O(*n*) in the bytes.
    var wordSum: UInt64 {
        var sum: UInt64 = 0
        var offset = 0
        let wholeWords = byteCount & ~7
        while offset < wholeWords {
            sum &+= UInt64(littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var shift: UInt64 = 0
        while offset < byteCount {
            sum &+= UInt64(byte(at: offset)) << shift
            shift += 8
            offset += 1
        }
        return sum
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
