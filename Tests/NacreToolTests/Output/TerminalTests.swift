import Testing
import ToolTesting

@testable import NacreTool

@Suite("Terminal capabilities")
struct TerminalTests {
    @Test("only a terminal uses colour")
    func terminalsAlone() {
        #expect(Terminal(isTerminal: true, noColour: nil, kind: "xterm").bold("a") == "\u{1B}[1ma\u{1B}[0m")
        #expect(Terminal(isTerminal: false, noColour: nil, kind: "xterm").bold("a") == "a")
    }

    @Test("NO_COLOR turns colour off, unless it is empty")
    func noColour() {
        #expect(!Terminal(isTerminal: true, noColour: "1", kind: nil).usesColour)
        #expect(Terminal(isTerminal: true, noColour: "", kind: nil).usesColour)
    }

    @Test("a dumb terminal has no colour")
    func dumb() {
        #expect(Terminal(isTerminal: true, noColour: nil, kind: "dumb").boldRed("a") == "a")
    }

    @Test("a file is not a terminal")
    func file() throws {
        #expect(try !Terminal(descriptor: CapturedOutput().descriptor).isTerminal)
    }
}
