extension UnsafeRawBufferPointer {
    /// Reads a little-endian integer at an offset that the caller has bounds-checked.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(at offset: Int, as type: Value.Type = Value.self) -> Value {
        unsafe Value(littleEndian: loadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    /// A subrange of the bytes.
    @inline(__always)
    func part(from start: Int, to end: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: self[start..<end])
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Writes a little-endian integer at an offset inside the buffer.
    @inline(__always)
    func store<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
        unsafe storeBytes(of: value.littleEndian, toByteOffset: offset, as: Value.self)
    }

    /// Copies bytes to an offset inside the buffer.
    @inline(__always)
    func copy(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard unsafe !bytes.isEmpty else { return }
        unsafe UnsafeMutableRawBufferPointer(rebasing: self[offset..<(offset + bytes.count)]).copyMemory(from: bytes)
    }
}
