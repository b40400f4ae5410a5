import Foundation
import Testing
import ToolTesting

@testable import NacreTool

@Suite("JSON for a terminal")
struct TerminalJSONTests {
    private func escaped(_ text: String) -> String {
        String(decoding: TerminalJSON.escaped(Array(text.utf8)), as: UTF8.self)
    }

    @Test("harmless JSON stays the same bytes", arguments: [#"{"a":"/\u001b"}"#, #"["café","日本","👩‍💻"]"#])
    func plain(json: String) {
        #expect(escaped(json).utf8.elementsEqual(json.utf8))
    }

    @Test("DEL, C1 controls and bidirectional controls become escapes of the same meaning")
    func controls() throws {
        let text = "a\u{7F}b\u{9B}c\u{202E}d\u{E0041}é"
        let json = "[\"\(text)\"]"
        #expect(escaped(json) == #"["a\u007fb\u009bc\u202ed\udb40\udc41é"]"#)
        #expect(try JSONDecoder().decode([String].self, from: Data(escaped(json).utf8)) == [text])
    }

    @Test("JSON is escaped on a terminal only")
    func onlyOnTerminal() throws {
        let write = { (output: StandardOutput) in
            try output.json { $0.append(contentsOf: "\"\u{9B}\"".utf8) }
        }
        #expect(try CapturedOutput.of(terminal: .interactive, write) == #""\u009b""#)
        #expect(try CapturedOutput.of(write) == "\"\u{9B}\"")
    }
}
