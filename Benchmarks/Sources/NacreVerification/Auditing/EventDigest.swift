import DomainKit
import Nacre

/// A hash of what was read, to compare a reader's output with the expected one without keeping either.
///
/// Two equal digests are of the same values in the same order, with a collision probability of about 1 in 2⁶⁴.
struct EventDigest: Hashable, Sendable {
    private(set) var value: UInt64 = 0

    mutating func add(_ word: UInt64) {
        // An odd multiplier loses no information, and the shift brings the high bits down, where the next one spreads
        // them.
        value = (value ^ word) &* 0x9FB2_1C65_1E98_DF25
        value ^= value >> 29
    }

    /// Adds bytes, and their count.
    ///
    /// - Complexity: O(*n*) in the bytes.
    mutating func add(_ bytes: RawSpan) {
        add(UInt64(bytes.byteCount))
        var offset = 0
        while offset + 8 <= bytes.byteCount {
            add(bytes.word(at: offset))
            offset += 8
        }
        guard offset < bytes.byteCount else { return }
        var last: UInt64 = 0
        for index in offset..<bytes.byteCount { last = last << 8 | UInt64(bytes.byte(at: index)) }
        add(last)
    }
}

extension RecordedEvent {
    /// The digest of the whole event.
    ///
    /// - Complexity: O(*n*) in its bytes.
    var digest: UInt64 {
        var digest = EventDigest()
        digest.add(position)
        digest.add(version)
        digest.add(stream.text.utf8.span.bytes)
        digest.add(type.text.utf8.span.bytes)
        digest.add(id.high)
        digest.add(id.low)
        digest.add(UInt64(bitPattern: Int64(schema)))
        digest.add(UInt64(bitPattern: time.nanosecondsSince1970))
        digest.add(UInt64(bitPattern: recordedAt.nanosecondsSince1970))
        for tag in tags { digest.add(tag.text.utf8.span.bytes) }
        digest.add(data.span.bytes)
        digest.add(metadata.span.bytes)
        digest.add(isLastOfCommit ? 1 : 0)
        return digest.value
    }
}
