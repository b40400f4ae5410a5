import Nacre

/// One of several shares of all streams, in each of which there are about as many.
struct StreamShare: Sendable {
    private let index: UInt64
    private let count: UInt64

    /// Divides streams.
    ///
    /// - Parameters:
    ///   - streams: The number of streams.
    ///   - limit: About the maximum number of streams in a share, at least 1.
    /// - Returns: The shares, of which each stream is in one.
    static func all(of streams: Int, atMost limit: Int) -> [StreamShare] {
        let count = UInt64(max(1, (streams + limit - 1) / limit))
        return (0..<count).map { StreamShare(index: $0, count: count) }
    }

    func contains(_ name: Swift.Span<UInt8>) -> Bool {
        count == 1 || name.fingerprint().multipliedFullWidth(by: count).high == index
    }
}

extension Swift.Span<UInt8> {
    /// A hash that is the same in every process of a machine: 64-bit FNV-1a over words of eight bytes and the bytes that
    /// are left, mixed.
    ///
    /// - Parameter start: The first byte that counts.
    /// - Returns: The hash.
    func fingerprint(from start: Int = 0) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var index = start
        while count - index >= 8 {
            let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
            index += 8
        }
        for index in index..<count { hash = (hash ^ UInt64(self[index])) &* 0x100_0000_01B3 }
        // The bits of the last bytes have not reached all others.
        hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
        return hash ^ hash >> 32
    }
}
