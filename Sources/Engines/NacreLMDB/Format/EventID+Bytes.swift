import Nacre

extension EventID {
    /// Reads the 16 bytes of an id, in the byte order of RFC 9562.
    @inline(__always)
    init(at offset: Int, in bytes: UnsafeRawBufferPointer) {
        unsafe self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
    }

    /// Writes the 16 bytes of the id, in the byte order of RFC 9562.
    @inline(__always)
    func store(at offset: Int, in bytes: UnsafeMutableRawBufferPointer) {
        unsafe bytes.storeBytes(of: high.bigEndian, toByteOffset: offset, as: UInt64.self)
        unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: offset + 8, as: UInt64.self)
    }

    /// The hash of the id in the index.
    var indexHash: UInt64 {
        unsafe withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { unsafe Checksum.of($0) }
    }
}
