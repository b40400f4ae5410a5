internal import DomainKit

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension EventID {
    /// Creates an id from a UUID.
    public init(_ uuid: UUID) {
        let bytes = uuid.uuid
        self.init(
            high: Self.half(bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7),
            low: Self.half(bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15))
    }

    /// Creates a random id (UUID version 4).
    public static func random() -> EventID {
        let (high, low) = UUID.randomHalves()
        return EventID(high: high, low: low)
    }

    // One parameter for each byte, because Foundation exposes a UUID as a 16-byte tuple.
    private static func half(  // swift-format-ignore
        _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8, _ f: UInt8, _ g: UInt8, _ h: UInt8
    ) -> UInt64 {
        [a, b, c, d, e, f, g, h].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
