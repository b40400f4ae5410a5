import CLibMD
import DomainKit
import Nacre

/// The first 16 bytes of the SHA-1 of some content, used to identify it.
package struct ContentHash: Hashable {
    // OPS-14: `libmd` supplies SHA-1, and only the command line links it.

    let high: UInt64
    let low: UInt64

    /// Hashes bytes.
    package init(_ bytes: [UInt8]) {
        var context = SHA1_CTX()
        var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_LENGTH))
        SHA1Init(&context)
        SHA1Update(&context, bytes, bytes.count)
        SHA1Final(&digest, &context)
        high = digest[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = digest[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Hashes all of a line's event except its id.
    init(contentOf entry: Commit.Entry) {
        let event = entry.event
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entry.byteCount + 64 + 8 * event.tags.count)
        bytes.appendCounted(entry.stream.text.utf8)
        bytes.appendCounted(event.type.text.utf8)
        bytes.appendNumber(UInt64(event.schema))
        // A byte before the eight bytes of a time distinguishes it from a missing time.
        if let time = event.time {
            bytes.append(1 + time.decimals)
            bytes.appendNumber(UInt64(bitPattern: time.nanosecondsSince1970))
        } else {
            bytes.append(0)
        }
        bytes.appendNumber(UInt64(event.tags.count))
        for tag in event.tags { bytes.appendCounted(tag.text.utf8) }
        bytes.appendCounted(event.data)
        bytes.appendCounted(event.metadata)
        self.init(bytes)
    }

    /// Hashes the identity of an event: its stream, type and data.
    init(identityOf entry: Commit.Entry) {
        var bytes: [UInt8] = []
        bytes.appendCounted(entry.stream.text.utf8)
        bytes.appendCounted(entry.event.type.text.utf8)
        bytes.appendCounted(entry.event.data)
        self.init(bytes)
    }
}

extension ContentHash: CustomStringConvertible {
    /// 32 hexadecimal digits.
    package var description: String {
        [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

extension [UInt8] {
    /// Appends a number in big-endian order.
    mutating func appendNumber(_ number: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }

    /// Appends the number of bytes and the bytes, so that different lists never have the same encoding.
    fileprivate mutating func appendCounted(_ bytes: some Collection<UInt8>) {
        appendNumber(UInt64(bytes.count))
        append(contentsOf: bytes)
    }
}
