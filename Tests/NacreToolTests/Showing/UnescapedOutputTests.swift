import Testing
import ToolTesting

@testable import NacreTool

@Suite("Bytes as they are")
struct UnescapedOutputTests {
    @Test("bytes of an event reach a file, and no terminal")
    func terminals() throws {
        #expect(try CapturedOutput.of { try $0.unescaped([0x1B, 0x5B]) } == "\u{1B}[")
        let error = #expect(throws: CommandError.self) {
            try CapturedOutput.of(terminal: .interactive) { try $0.unescaped([0x1B, 0x5B]) }
        }
        #expect(error?.code == .badInput)
    }
}
