import Foundation

/// Foundation's parser as an oracle for the grammar.
enum FoundationJSON {
    static func accepts(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }

    /// Whether Foundation's answer concerns the grammar; it does not for the known exceptions.
    ///
    /// Foundation creates values, so it rejects an escaped half of a surrogate pair and a number outside the range of
    /// `Double`, both allowed by the grammar; and a zero byte near the beginning makes it try UTF-16 and UTF-32.
    static func judgesByTheGrammar(_ bytes: [UInt8]) -> Bool {
        !bytes.prefix(4).contains(0) && !hasGreatExponent(bytes) && !hasLoneSurrogate(bytes)
    }

    private static func hasGreatExponent(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).firstMatch(of: /[eE][+-]?[0-9]{3}/) != nil
    }

    private static func hasLoneSurrogate(_ bytes: [UInt8]) -> Bool {
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while let backslash = rest.firstIndex(of: "\\") {
            rest = rest[backslash...]
            if let pair = rest.prefixMatch(of: /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/) {
                rest = rest[pair.range.upperBound...]
            } else if rest.prefixMatch(of: /\\u[dD][89a-fA-F]/) != nil {
                return true
            } else {
                rest = rest.dropFirst(2)
            }
        }
        return false
    }
}
