/// The mark of an event in a crash test: its writer, its commit, and its index in the commit.
///
/// It is the first 16 bytes of every payload: the writer (4), the index (2), the count (2) and the commit (8),
/// little-endian.
package struct CrashMark: PayloadMark {
    /// The number of the writer, from 0.
    package var writer: UInt32

    /// The event's index in its commit, from 0.
    package var index: UInt16

    /// The number of events in the commit.
    package var count: UInt16

    /// The commit's index among its writer's, from 0.
    var commit: UInt64

    package var firstWord: UInt64 { UInt64(writer) | UInt64(index) << 32 | UInt64(count) << 48 }

    package var secondWord: UInt64 { commit }

    /// The payload of the event, of at least ``size`` bytes: the mark, and bytes drawn from it and a seed.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package func payload(bytes: Int, seed: UInt64) -> [UInt8] {
        drawn(behind: [firstWord, commit], bytes: bytes, seed: seed)
    }

    /// The metadata of the event: `bytes` bytes drawn from the mark and a seed, independent of the payload.
    ///
    /// - Complexity: O(*n*) in the bytes.
    func metadata(bytes: Int, seed: UInt64) -> [UInt8] { drawn(behind: [], bytes: bytes, seed: ~seed) }

    /// The schema number of the event's data: 1 to 3 in turn.
    var schema: Int { 1 + Int((commit &+ UInt64(index)) % 3) }

    private func drawn(behind words: [UInt64], bytes: Int, seed: UInt64) -> [UInt8] {
        guard bytes > 0 else { return [] }
        var drawn: [UInt8] = []
        drawn.reserveCapacity(bytes + 8)
        for word in words { withUnsafeBytes(of: word.littleEndian) { drawn.append(contentsOf: $0) } }
        var random = SplitMix64(seed: seed ^ SplitMix64.hash(firstWord) &+ commit)
        while drawn.count < bytes {
            withUnsafeBytes(of: random.next().littleEndian) { drawn.append(contentsOf: $0) }
        }
        drawn.removeLast(drawn.count - bytes)
        return drawn
    }
}

extension CrashMark {
    package init(firstWord: UInt64, secondWord: UInt64) {
        self.init(
            writer: UInt32(truncatingIfNeeded: firstWord), index: UInt16(truncatingIfNeeded: firstWord >> 32),
            count: UInt16(truncatingIfNeeded: firstWord >> 48), commit: secondWord)
    }
}
