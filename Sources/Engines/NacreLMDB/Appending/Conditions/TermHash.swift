import Nacre

/// The hashes of pending events' terms, derived from the checksums of their bytes.
///
/// Terms of different kinds with the same bytes have different hashes, so that they do not share a chain. A
/// collision costs a comparison and never changes an answer.
enum TermHash {
    static func of(tag checksum: UInt64) -> UInt64 { checksum }

    static func of(type checksum: UInt64) -> UInt64 { checksum ^ 0x9E37_79B9_7F4A_7C15 }

    static func of(category checksum: UInt64) -> UInt64 { checksum ^ 0xC2B2_AE3D_27D4_EB4F }

    static func of(_ key: ContextKey, _ checksum: UInt64) -> UInt64 {
        switch key {
        case .correlationID: checksum ^ 0x1656_67B1_9E37_79F9
        case .causationID: checksum ^ 0x85EB_CA77_C2B2_AE63
        case .actor: checksum ^ 0x27D4_EB2F_1656_67C5
        }
    }
}
