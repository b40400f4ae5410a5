// Inlinable, because other modules loop over them.
//
// The offsets below are bounded by the span's own count, and any bytes are a valid integer: these loads can neither
// read outside the span nor create an invalid value.

extension RawSpan {
    /// The little-endian 8-byte word at an offset.
    ///
    /// - Precondition: `offset + 8` is within the span.
    @inlinable package func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The byte at an offset.
    ///
    /// - Precondition: `offset` is within the span.
    @inlinable package func byte(at offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The wrapping sum of the little-endian 8-byte words, the last one zero-padded.
    ///
    /// The cheapest way to touch every byte; the ceiling's `ceiling_sum` is the same.
    ///
    /// - Complexity: O(*n*) in the bytes.
    @inlinable package var wordSum: UInt64 {
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
}
