#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension UUID {
    /// Creates a UUID.
    ///
    /// - Parameters:
    ///   - high: The first 8 bytes, the first byte the most significant.
    ///   - low: The last 8 bytes.
    package init(high: UInt64, low: UInt64) {
        func byte(_ half: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: half >> (56 - 8 * index)) }
        self.init(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
                byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
                byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }

    /// The halves of a random UUID (version 4 of RFC 9562, section 5.4).
    ///
    /// Foundation's own opens the system's random device for each UUID on Linux, which takes three system calls.
    package static func randomHalves() -> (high: UInt64, low: UInt64) {
        var generator = SystemRandomNumberGenerator()
        let (high, low) = (generator.next(), generator.next())
        return (high & ~0xF000 | 0x4000, low & ~(0b11 << 62) | 0b10 << 62)
    }

    /// The 36-character form in lower case (RFC 9562, section 4), which Foundation makes with `snprintf` in upper case.
    ///
    /// - Parameters:
    ///   - high: The first 8 bytes, the first byte the most significant.
    ///   - low: The last 8 bytes.
    /// - Returns: The text.
    package static func text(high: UInt64, low: UInt64) -> String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var index = 0
            for nibble in 0..<32 {
                if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
                    buffer[index] = UInt8(ascii: "-")
                    index += 1
                }
                let half = nibble < 16 ? high : low
                let value = UInt8(truncatingIfNeeded: half >> (60 - 4 * UInt64(nibble % 16))) & 0xF
                buffer[index] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
                index += 1
            }
            return 36
        }
    }
}
