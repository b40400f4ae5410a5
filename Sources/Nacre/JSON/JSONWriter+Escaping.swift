extension [UInt8] {
    /// Appends text as a quoted JSON string, escaped as specified by RFC 8785 (3.2.2.2).
    mutating func appendJSONString(_ text: String) {
        append(UInt8(ascii: "\""))
        if text.utf8.contains(where: \.needsEscape) {
            for byte in text.utf8 { appendEscaped(byte) }
        } else {
            append(contentsOf: text.utf8)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        guard byte.needsEscape else { return append(byte) }
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            append(contentsOf: "u00".utf8)
            append(contentsOf: (byte < 0x10 ? "0" : "1").utf8)
            let digit = byte & 0xF
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

extension UInt8 {
    /// Whether this byte must be escaped in a JSON string.
    fileprivate var needsEscape: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}
