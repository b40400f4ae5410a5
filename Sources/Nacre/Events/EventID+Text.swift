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
        var halves: (high: UInt64, low: UInt64) = (0, 0)
        // What is wrong is gathered, so that nothing depends on a byte before the end: stream names are read by the million.
        var faults: UInt8 = 0
        for index in 0..<36 {
            let byte = text[index]
            if index == 8 || index == 13 || index == 18 || index == 23 {
                faults |= byte ^ UInt8(ascii: "-")
                continue
            }
            // A letter in either case is as far behind its row's beginning as its value is behind 9.
            let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 6
            let isDigit = byte &- UInt8(ascii: "0") < 10
            faults |= isLetter || isDigit ? 0 : 1
            let digit = UInt64((byte & 0xF) &+ (isLetter ? 9 : 0))
            if index < 18 { halves.high = halves.high << 4 | digit } else { halves.low = halves.low << 4 | digit }
        }
        return faults == 0 ? halves : nil
    }

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
