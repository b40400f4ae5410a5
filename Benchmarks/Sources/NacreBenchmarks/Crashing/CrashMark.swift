import Nacre

/// Which event of which commit of which writer: the first 16 bytes of every payload that is written to be crashed upon.
struct CrashMark: Hashable, Sendable {
    /// Bytes of a mark: writer (4), index (2), count (2), commit (8), little-endian.
    static let size = 16

    /// The number of the writer, from 0.
    var writer: UInt32

    /// The event's ordinal in its commit, from 0.
    var index: UInt16

    /// How many events the commit has.
    var count: UInt16

    /// The commit's ordinal among its writer's, from 0.
    var commit: UInt64

    private var firstWord: UInt64 { UInt64(writer) | UInt64(index) << 32 | UInt64(count) << 48 }

    /// The payload of the event: the mark, and bytes drawn from it.
    ///
    /// - Parameters:
    ///   - bytes: How long it is, at least ``size``.
    ///   - seed: From which its bytes are drawn beside the mark.
    /// - Returns: The payload.
    /// - Complexity: O(*n*) in the bytes.
    func payload(bytes: Int, seed: UInt64) -> [UInt8] {
        drawn(behind: [firstWord, commit], bytes: bytes, seed: seed)
    }

    /// The metadata of the event: bytes drawn from the mark, others than those of the payload.
    ///
    /// - Parameters:
    ///   - bytes: How long it is.
    ///   - seed: From which its bytes are drawn beside the mark.
    /// - Returns: The metadata.
    /// - Complexity: O(*n*) in the bytes.
    func metadata(bytes: Int, seed: UInt64) -> [UInt8] { drawn(behind: [], bytes: bytes, seed: ~seed) }

    /// The schema number of the event's data: events take turns from 1 to 3.
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
    /// Reads the mark of a payload; `nil` where it is too short for one.
    init?(of payload: [UInt8]) {
        guard payload.count >= Self.size else { return nil }
        let first = payload.span.bytes.word(at: 0)
        self.init(
            writer: UInt32(truncatingIfNeeded: first), index: UInt16(truncatingIfNeeded: first >> 32),
            count: UInt16(truncatingIfNeeded: first >> 48), commit: payload.span.bytes.word(at: 8))
    }
}
