extension EventID: CustomStringConvertible {
    /// Reads the 36-character form of a UUID, in either case; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        // Read from its bytes where they lie side by side, which is nearly always: stream names are read by the million.
        let halves =
            text.utf8.withContiguousStorageIfAvailable { Self.halves(of: $0.span) }
            ?? Self.halves(of: Array(text.utf8).span)
        guard let halves else { return nil }
        self.init(high: halves.high, low: halves.low)
    }

    /// Reads the 36-character form of a UUID, in either case, from its bytes; `nil` for anything else.
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

    /// Reads hexadecimal digits, four from either place, all at once: a byte of a word each.
    @inline(__always)
    private static func eightDigits(_ text: Span<UInt8>, _ left: Int, _ right: Int) -> UInt64? {
        @inline(__always) func four(_ index: Int) -> UInt64 {
            UInt64(text[index]) << 24 | UInt64(text[index + 1]) << 16 | UInt64(text[index + 2]) << 8
                | UInt64(text[index + 3])
        }
        let text = four(left) << 32 | four(right)
        let lower = text | all(0x20)
        // Of bytes up to 127, the highest bit of a sum says whether one is at least so much.
        let isDigit = (text &+ all(0x80 - 0x30)) & ~(text &+ all(0x7F - 0x39))
        let isLetter = (lower &+ all(0x80 - 0x61)) & ~(lower &+ all(0x7F - 0x66))
        guard text & all(0x80) == 0, (isDigit | isLetter) & all(0x80) == all(0x80) else { return nil }
        // A letter in either case is as far behind its row's beginning as its value is behind 9.
        var digits = text & all(0x0F) &+ (isLetter & all(0x80)) >> 7 &* 9
        digits = (digits | digits >> 4) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits >> 8) & 0x0000_FFFF_0000_FFFF
        return (digits | digits >> 16) & 0xFFFF_FFFF
    }

    /// The byte in each of a word's.
    @inline(__always)
    private static func all(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    /// The 36-character form in lower case, as RFC 9562 writes a UUID.
    public var description: String {
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
