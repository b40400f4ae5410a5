/// The hashes under which the terms of pending events are kept, made of the checksums of their bytes.
///
/// A tag, a type and a category of the same bytes have different ones, so that none crowds out another; a collision
/// costs a comparison all the same, never an answer.
enum TermHash {
    static func of(tag checksum: UInt64) -> UInt64 { checksum }

    static func of(type checksum: UInt64) -> UInt64 { checksum ^ 0x9E37_79B9_7F4A_7C15 }

    static func of(category checksum: UInt64) -> UInt64 { checksum ^ 0xC2B2_AE3D_27D4_EB4F }
}
