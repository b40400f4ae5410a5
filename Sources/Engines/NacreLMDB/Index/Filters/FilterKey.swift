import Nacre

/// The key of a chunk of a run's filter: `0`, the run's id and the chunk's number, big-endian.
///
/// It sorts after the manifest and before all segments, which are appended at the end of the file.
struct FilterKey {
    static let prefix: UInt8 = 0

    /// The layout of the key; offsets and sizes in bytes.
    enum Layout {
        static let runOffset = 1
        static let chunkOffset = 9
        static let byteCount = 17
    }

    // The key is the last 17 of these 24 bytes.
    private let words: (UInt64, UInt64, UInt64)

    init(run: UInt64, chunk: UInt64) {
        words = (UInt64(Self.prefix).bigEndian, run.bigEndian, chunk.bigEndian)
    }

    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The standard library's `withUnsafeBytes(of:)` propagates the closure's typed error.
        try unsafe withUnsafeBytes(of: words) { (buffer: UnsafeRawBufferPointer) throws(Failure) -> Result in
            try unsafe body(buffer.part(from: buffer.count - Layout.byteCount, to: buffer.count))
        }
    }

    /// The run and the chunk in a key; `nil` if the key is not a filter's.
    static func parse(_ key: UnsafeRawBufferPointer) -> (run: UInt64, chunk: UInt64)? {
        guard key.count == Layout.byteCount, unsafe key[0] == prefix else { return nil }
        let number = { (offset: Int) in
            unsafe UInt64(bigEndian: key.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        return (number(Layout.runOffset), number(Layout.chunkOffset))
    }
}
