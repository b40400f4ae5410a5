import DomainKit
package import Nacre

/// The beginning of an event's id, or a whole one.
package struct IDPrefix: Hashable, Sendable {
    /// The number of hexadecimal digits of an id.
    private static let digits = 32

    private let high: UInt64
    private let low: UInt64
    private let mask: (high: UInt64, low: UInt64)

    /// The id, if all its digits are given.
    package var whole: EventID? { mask == (.max, .max) ? EventID(high: high, low: low) : nil }

    /// The places of the hyphens in an id.
    private static let hyphens: Set<Int> = [8, 13, 18, 23]

    /// Parses up to 32 hexadecimal digits, with hyphens only where an id has them; `nil` for anything else.
    package init?(_ text: String) {
        let hyphen = UInt8(ascii: "-")
        let digits = text.utf8.filter { $0 != hyphen }
        // With one hyphen left out, those behind it stand elsewhere: either all are there or none.
        guard
            !text.utf8.contains(hyphen)
                || text.utf8.enumerated().allSatisfy({
                    ($0.element == hyphen) == Self.hyphens.contains($0.offset)
                })
        else { return nil }
        guard (1...Self.digits).contains(digits.count) else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for place in 0..<Self.digits {
            var digit: UInt8 = 0
            if place < digits.count {
                guard let value = Character(Unicode.Scalar(digits[place])).hexDigitValue else { return nil }
                digit = UInt8(value)
            }
            (high, low) = (high << 4 | low >> 60, low << 4 | UInt64(digit))
        }
        self.high = high
        self.low = low
        let bits = digits.count * 4
        mask = (bits >= 64 ? .max : ~(.max >> UInt64(bits)), bits <= 64 ? 0 : ~(.max >> UInt64(bits - 64)))
    }

    func matches(_ id: EventID) -> Bool {
        id.high & mask.high == high && id.low & mask.low == low
    }

    package static func == (left: IDPrefix, right: IDPrefix) -> Bool {
        (left.high, left.low) == (right.high, right.low) && left.mask == right.mask
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }
}
