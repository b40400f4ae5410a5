import Nacre

/// The hashes under which the terms of pending events are kept.
///
/// A tag, a type and a category of the same bytes have different ones, so that none crowds out another; a collision
/// costs a comparison all the same, never an answer.
enum TermHash {
    static func of(_ tag: Tag) -> UInt64 { Checksum.of(tag.text) }

    static func of(tag bytes: UnsafeRawBufferPointer) -> UInt64 { Checksum.of(bytes) }

    static func of(_ type: EventType) -> UInt64 { of(type: Checksum.of(type.text)) }

    // Of the checksum of the type's bytes, which is known already.
    static func of(type hash: UInt64) -> UInt64 { hash ^ 0x9E37_79B9_7F4A_7C15 }

    static func of(category: some StringProtocol) -> UInt64 {
        Checksum.of(String(category)) ^ 0xC2B2_AE3D_27D4_EB4F
    }
}
