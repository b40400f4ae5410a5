/// Percent-encoding of the parts of a URL.
enum URLCoding {
    /// Encodes a part: every byte but ASCII letters, digits, and `-._~`.
    static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += byte < 0x10 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }

    /// Decodes a part.
    ///
    /// - Parameters:
    ///   - text: The part.
    ///   - plus: What a plus sign stands for.
    /// - Returns: The text; `nil` if an escape is incomplete, or the bytes are not UTF-8.
    static func decode(_ text: Substring, plus: Character = "+") -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(contentsOf: byte == UInt8(ascii: "+") ? Array(String(plus).utf8) : [byte])
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
