import Nacre

/// The key of a segment: `1`, the run's id and the first posting, big-endian so that LMDB orders by them.
struct SegmentKey {
    static let prefix: UInt8 = 1

    /// The layout of the key; offsets and sizes in bytes.
    enum Layout {
        static let runOffset = 1
        static let hashOffset = 9
        static let positionOffset = 17
        static let byteCount = 25
    }

    // The key is the last 25 of these 32 bytes.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    init(run: UInt64, _ posting: Posting) {
        words = (
            UInt64(Self.prefix).bigEndian, run.bigEndian, posting.hash.bigEndian, posting.position.bigEndian
        )
    }

    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The standard library's `withUnsafeBytes(of:)` propagates the closure's typed error.
        try unsafe withUnsafeBytes(of: words) { (buffer: UnsafeRawBufferPointer) throws(Failure) -> Result in
            try unsafe body(buffer.part(from: buffer.count - Layout.byteCount, to: buffer.count))
        }
    }

    /// The run and the first posting in a key; `nil` if the key is not a segment's.
    static func parse(_ key: UnsafeRawBufferPointer) -> (run: UInt64, first: Posting)? {
        guard key.count == Layout.byteCount, unsafe key[0] == prefix else { return nil }
        let number = { (offset: Int) in
            unsafe UInt64(bigEndian: key.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        return (
            number(Layout.runOffset),
            Posting(hash: number(Layout.hashOffset), position: number(Layout.positionOffset))
        )
    }
}
