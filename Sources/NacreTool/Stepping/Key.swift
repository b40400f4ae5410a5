/// A key that a user presses in a stepping view.
enum Key: Hashable, Sendable {
    case character(Character)
    case enter
    case escape
    case backspace
    case up
    case down
    case left
    case right
    case home
    case end

    /// Keys from the bytes that a terminal sends; unknown sequences and control characters are passed over.
    ///
    /// - Parameter bytes: The bytes of one read, which has whole sequences. A single ESC is the key.
    /// - Returns: The keys.
    static func keys(in bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        while let character = rest.popFirst() {
            switch character {
            case "\u{1B}" where rest.first == "[" || rest.first == "O":
                rest.removeFirst()
                // Parameters are digits and semicolons; the byte after them names the key.
                let parameters = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ";") }
                rest.removeFirst(parameters.count)
                if let key = rest.popFirst().flatMap({ named($0, parameters) }) { keys.append(key) }
            case "\u{1B}": keys.append(.escape)
            case "\n", "\r", "\r\n": keys.append(.enter)
            case "\u{7F}", "\u{08}": keys.append(.backspace)
            case _ where character.unicodeScalars.contains(where: TerminalText.isUnsafe): break
            default: keys.append(.character(character))
            }
        }
        return keys
    }

    private static func named(_ final: Character, _ parameters: Substring) -> Key? {
        switch final {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "H": .home
        case "F": .end
        case "~" where parameters == "1" || parameters == "7": .home
        case "~" where parameters == "4" || parameters == "8": .end
        default: nil
        }
    }
}
