/// The screen of a stepping view: a title, the event with its changes, and a line for notices and keys.
struct StepScreen {
    /// The keys, for the last line.
    private static let keys = "n next  p back  g go to  q quit  ? keys"

    private static let help = [
        "n, right, space  the next event", "p, left          the event before", "g                go to a position",
        "home, end        the first event, the last", "up, down         scroll", "q                quit",
    ]

    /// The number of lines above those that are shown.
    private(set) var scrolled = 0

    /// The typed digits of a position; `nil` if none is asked for.
    private(set) var entry: String?

    private var isHelp = false

    /// Handles a key.
    ///
    /// - Returns: What to do; `nil` if the screen alone changes.
    mutating func handle(_ key: Key) -> StepAction? {
        if let typed = entry { return handle(key, typed) }
        let wasHelp = isHelp
        isHelp = false
        switch key {
        case .up, .character("k"): scrolled = max(0, scrolled - 1)
        case .down, .character("j"): scrolled += 1
        case .character("g"): entry = ""
        case .character("?"), .character("h"): isHelp = !wasHelp
        case .escape: break
        case .character("q"): return .quit
        case .character("n"), .character(" "), .right, .enter: return moving(.next)
        case .character("p"), .character("b"), .left: return moving(.previous)
        case .home, .character("f"): return moving(.first)
        case .end, .character("l"), .character("G"): return moving(.last)
        case .character, .backspace: break
        }
        return nil
    }

    private mutating func handle(_ key: Key, _ typed: String) -> StepAction? {
        switch key {
        case .character(let digit) where digit.isASCII && digit.isNumber && typed.count < 20: entry = typed + [digit]
        case .backspace: entry = String(typed.dropLast())
        case .enter:
            entry = nil
            return UInt64(typed).map { moving(.goTo($0)) }
        case .escape: entry = nil
        default: break
        }
        return nil
    }

    private mutating func moving(_ action: StepAction) -> StepAction {
        scrolled = 0
        return action
    }

    /// The lines of the screen, as many as it has rows, none of them wider than it is.
    ///
    /// - Parameters:
    ///   - session: The session that is shown.
    ///   - size: The size of the screen.
    /// - Returns: The lines, safe for a terminal.
    mutating func lines(of session: StepSession, _ size: RawTerminal.Size) -> [String] {
        let content = isHelp ? Self.help : session.step?.lines ?? []
        let height = max(0, size.rows - 2)
        scrolled = max(0, min(scrolled, content.count - height))
        let shown = content.dropFirst(scrolled).prefix(height)
        let rest = content.count - scrolled - shown.count
        let more = rest > 0 ? "  (\(rest) more below)" : ""
        let last = entry.map { "go to position: \($0)" } ?? session.notice ?? Self.keys + more
        let blank = Array(repeating: "", count: height - shown.count)
        let lines = [session.title] + shown + blank + [last]
        return lines.suffix(max(1, size.rows)).map { TerminalText.fitting($0, size.columns) }
    }

    /// The control sequences that draw the lines from the top left corner.
    static func drawn(_ lines: [String], _ terminal: Terminal) -> String {
        let styled = lines.enumerated().map { $0.offset == 0 ? terminal.bold($0.element) : $0.element }
        // Each line is cleared behind its text; below the last one nothing is left.
        return "\u{1B}[H" + styled.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J"
    }
}

extension TerminalText {
    /// A line cut to a number of columns; a character of East Asian scripts or an emoji has two of them.
    static func fitting(_ line: String, _ columns: Int) -> String {
        var (shown, width) = ("", 0)
        for character in line {
            let next = character.columns
            guard width + next <= columns else { return shown }
            shown.append(character)
            width += next
        }
        return shown
    }
}

extension Character {
    /// The columns that a terminal needs for the character.
    fileprivate var columns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        if unicodeScalars.contains("\u{FE0F}") || scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default:
            return scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }
}
