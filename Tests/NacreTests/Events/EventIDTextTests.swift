import Nacre
import Testing

@Suite struct EventIDTextTests {
    private static let id = EventID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)

    @Test func `a UUID is parsed in either case`() {
        #expect(EventID("01234567-89ab-cdef-fedc-ba9876543210") == Self.id)
        #expect(EventID("01234567-89AB-CDEF-FEDC-BA9876543210") == Self.id)
        #expect(Self.id.description == "01234567-89ab-cdef-fedc-ba9876543210")
    }

    /// Each of the 256 bytes at each of the 36 places, compared with the value of the digit.
    @Test func `only digits and dashes in their places are parsed, each digit in its own place`() {
        let text = [UInt8]("00000000-0000-0000-0000-000000000000".utf8)
        var digits = 0
        for place in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[place] = byte
                let found = EventID(changed.span)
                if text[place] == UInt8(ascii: "-") {
                    #expect((found != nil) == (byte == UInt8(ascii: "-")))
                } else if byte < 128, let digit = Character(Unicode.Scalar(byte)).hexDigitValue {
                    let shift = UInt64(60 - digits % 16 * 4)
                    let expected = EventID(
                        high: digits < 16 ? UInt64(digit) << shift : 0, low: digits < 16 ? 0 : UInt64(digit) << shift)
                    #expect(found == expected)
                } else {
                    #expect(found == nil)
                }
            }
            if text[place] != UInt8(ascii: "-") { digits += 1 }
        }
        #expect(EventID(Array(text.dropLast()).span) == nil)
        #expect(EventID((text + [48]).span) == nil)
    }
}
