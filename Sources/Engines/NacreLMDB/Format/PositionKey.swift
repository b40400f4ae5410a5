import Nacre

/// A position as a key of the log: eight bytes, big-endian, so that LMDB orders keys by position.
struct PositionKey {
    private let bytes: UInt64

    init(_ position: Position) {
        // Big-endian and not `MDB_INTEGERKEY`: the file then does not depend on the machine's byte order.
        bytes = position.bigEndian
    }

    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The standard library's `withUnsafeBytes(of:)` propagates the closure's typed error.
        try unsafe withUnsafeBytes(of: bytes) { (buffer: UnsafeRawBufferPointer) throws(Failure) -> Result in
            try unsafe body(buffer)
        }
    }
}
