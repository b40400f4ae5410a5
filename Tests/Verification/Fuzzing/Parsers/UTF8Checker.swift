/// A checker of UTF-8 by the table of RFC 3629, byte by byte.
enum UTF8Checker {
    static func accepts(_ bytes: some Sequence<UInt8>) -> Bool {
        var following = 0
        // The allowed range of the next continuation byte.
        var range: ClosedRange<UInt8> = 0x80...0xBF
        for byte in bytes {
            if following > 0 {
                guard range.contains(byte) else { return false }
                following -= 1
                range = 0x80...0xBF
                continue
            }
            switch byte {
            case 0x00...0x7F: continue
            case 0xC2...0xDF: following = 1
            case 0xE0: (following, range) = (2, 0xA0...0xBF)
            case 0xE1...0xEC, 0xEE...0xEF: following = 2
            case 0xED: (following, range) = (2, 0x80...0x9F)
            case 0xF0: (following, range) = (3, 0x90...0xBF)
            case 0xF1...0xF3: following = 3
            case 0xF4: (following, range) = (3, 0x80...0x8F)
            default: return false
            }
        }
        return following == 0
    }
}
