internal import DomainKit

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension EventID: CustomStringConvertible {
    /// Parses the 36-character form of a UUID, in either case.
    ///
    /// Returns `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        // Stream names are parsed by the million, so contiguous UTF-8 is read in place.
        let halves =
            text.utf8.withContiguousStorageIfAvailable { Self.halves(of: $0.span) }
            ?? Self.halves(of: Array(text.utf8).span)
        guard let halves else { return nil }
        self.init(high: halves.high, low: halves.low)
    }

    /// Parses the UTF-8 bytes of the 36-character form of a UUID, in either case.
    ///
    /// Returns `nil` for anything else.
    public init?(_ text: Span<UInt8>) {
        guard let halves = Self.halves(of: text) else { return nil }
        self.init(high: halves.high, low: halves.low)
    }

    private static func halves(of text: Span<UInt8>) -> (high: UInt64, low: UInt64)? {
        guard text.count == 36 else { return nil }
        let dashes = (text[8], text[13], text[18], text[23])
        let dash = UInt8(ascii: "-")
        guard dashes == (dash, dash, dash, dash),
            let first = eightDigits(text, 0, 4), let second = eightDigits(text, 9, 14),
            let third = eightDigits(text, 19, 24), let fourth = eightDigits(text, 28, 32)
        else { return nil }
        return (first << 32 | second, third << 32 | fourth)
    }

    /// Parses eight hexadecimal digits at once, four from each offset, one byte of a 64-bit word for each.
    @inline(__always)
    private static func eightDigits(_ text: Span<UInt8>, _ left: Int, _ right: Int) -> UInt64? {
        @inline(__always) func four(_ index: Int) -> UInt64 {
            UInt64(text[index]) << 24 | UInt64(text[index + 1]) << 16 | UInt64(text[index + 2]) << 8
                | UInt64(text[index + 3])
        }
        let text = four(left) << 32 | four(right)
        let lower = text | all(0x20)
        // For bytes up to 127, the high bit of the sum shows whether the byte is at least the bound.
        let isDigit = (text &+ all(0x80 - 0x30)) & ~(text &+ all(0x7F - 0x39))
        let isLetter = (lower &+ all(0x80 - 0x61)) & ~(lower &+ all(0x7F - 0x66))
        guard text & all(0x80) == 0, (isDigit | isLetter) & all(0x80) == all(0x80) else { return nil }
        // The low nibble of a letter, in either case, is its value minus 9.
        var digits = text & all(0x0F) &+ (isLetter & all(0x80)) >> 7 &* 9
        digits = (digits | digits >> 4) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits >> 8) & 0x0000_FFFF_0000_FFFF
        return (digits | digits >> 16) & 0xFFFF_FFFF
    }

    /// A word with this byte in all eight places.
    @inline(__always)
    private static func all(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    /// The 36-character form in lower case, as specified by RFC 9562.
    public var description: String { UUID.text(high: high, low: low) }
}
