extension EventID: CustomStringConvertible {
    /// Reads the 36-character form of a UUID, in either case; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        var halves: (UInt64, UInt64) = (0, 0)
        var index = 0
        for byte in text.utf8 {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = byte.hexValue.map(UInt64.init) else { return nil }
                if index < 18 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
            }
            index += 1
        }
        guard index == 36 else { return nil }
        self.init(high: halves.0, low: halves.1)
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
