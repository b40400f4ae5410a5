import CLibMD
import Nacre

/// The identity of a request that may be repeated: who makes it, to what, with which key.
struct RequestIdentity: Sendable, Hashable {
    /// The id of the account, or the address of a client without a session.
    let client: String

    /// The method and the path.
    let route: String

    /// The idempotency key.
    let key: String

    /// The ids of the events that the request causes: UUIDs version 5 (RFC 9562, section 5.5).
    var eventIDs: EventIDs {
        EventIDs { ordinal in eventID(ordinal) }
    }

    /// All parts; no part contains a line break, so different requests have different texts.
    var text: String { "\(client)\n\(route)\n\(key)" }

    private func eventID(_ ordinal: Int) -> EventID {
        let digest = SHA1.digest(of: Self.namespace + Array("\(text)\n\(ordinal)".utf8))
        func half(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        let (high, low) = (half(digest[..<8]), half(digest[8..<16]))
        return EventID(
            high: high & ~0xF000 | 0x5000, low: low & ~(0b11 << 62) | 0b10 << 62)
    }

    /// A random UUID, which is never changed: the ids of recorded events are made of it.
    private static let namespace: [UInt8] = [
        0x8D, 0x1F, 0x5B, 0x0C, 0x3E, 0x52, 0x4A, 0x6B, 0x9B, 0x0E, 0x6C, 0x6A, 0x1D, 0x77, 0x20, 0xE4,
    ]
}

/// SHA-1, as UUIDs version 5 need it.
enum SHA1 {
    /// The digest of some bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: 20 bytes.
    static func digest(of bytes: [UInt8]) -> [UInt8] {
        var context = SHA1_CTX()
        var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_LENGTH))
        SHA1Init(&context)
        SHA1Update(&context, bytes, bytes.count)
        SHA1Final(&digest, &context)
        return digest
    }
}
