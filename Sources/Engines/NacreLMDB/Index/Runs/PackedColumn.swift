/// Numbers of the same width in bytes, little-endian, as differences from the least one.
///
/// A number is read as the last bytes of an eight-byte word, so that nothing after the column is accessed: seven bytes
/// must precede the column. Valid only as long as the bytes are.
///
/// `@safe` is right because it is read only at indices below the count with which its segment was verified.
@safe
struct PackedColumn {
    /// Eight bytes before the end of the first number.
    private let origin: UnsafeRawPointer
    private let width: Int
    private let shift: UInt64
    private let base: UInt64

    /// The column at an offset of at least seven.
    init(at offset: Int, in bytes: UnsafeRawPointer, width: Int, base: UInt64) {
        unsafe origin = bytes + (offset + width - 8)
        self.width = width
        shift = UInt64(64 - 8 * width)
        self.base = base
    }

    @inline(__always)
    subscript(index: Int) -> UInt64 {
        let bytes = unsafe origin.loadUnaligned(fromByteOffset: index &* width, as: UInt64.self)
        return base &+ (UInt64(littleEndian: bytes) &>> shift)
    }

    /// The minimum width for a difference, 1 to 8 bytes.
    @inline(__always)
    static func width(of difference: UInt64) -> Int {
        (71 &- (difference | 1).leadingZeroBitCount) &>> 3
    }

    /// Writes a column.
    ///
    /// Each number overwrites up to seven bytes before it: write what precedes the column afterwards.
    static func write(
        _ numbers: UnsafeBufferPointer<UInt64>, base: UInt64, width: Int, at offset: Int,
        in bytes: UnsafeMutableRawPointer
    ) {
        let shift = UInt64(64 - 8 * width)
        var place = unsafe bytes + (offset + width * numbers.count - 8)
        // The formatter would join `unsafe` with the name.
        // swift-format-ignore
        for unsafe number in unsafe numbers.reversed() {
            unsafe place.storeBytes(of: ((number &- base) &<< shift).littleEndian, as: UInt64.self)
            unsafe place -= width
        }
    }
}
