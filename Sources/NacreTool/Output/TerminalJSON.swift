/// JSON for output on a terminal.
///
/// JSON escapes only control characters below U+0020. Other characters that are unsafe for a terminal can occur only in
/// strings, where they can be escaped without a change of meaning.
enum TerminalJSON {
    /// Escapes the characters that are unsafe for a terminal.
    ///
    /// - Parameter json: JSON text.
    /// - Returns: JSON text of the same meaning; the same bytes if they are safe.
    /// - Complexity: O(*n*) in the bytes.
    static func escaped(_ json: some Collection<UInt8>) -> [UInt8] {
        guard json.contains(where: { $0 >= 0x7F }) else { return [UInt8](json) }
        var result: [UInt8] = []
        result.reserveCapacity(json.count + 64)
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            // Below U+0020, only white space between tokens is left, which is harmless.
            if scalar.value >= 0x7F, TerminalText.isUnsafe(scalar) {
                for unit in String(scalar).utf16 { result.append(contentsOf: escape(of: unit).utf8) }
            } else {
                result.append(contentsOf: String(scalar).utf8)
            }
        }
        return result
    }

    private static func escape(of unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
