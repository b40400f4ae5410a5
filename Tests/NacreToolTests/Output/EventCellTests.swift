import DomainKit
import Nacre
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Events in a table")
struct EventCellTests {
    private func dataCell(_ data: [UInt8]) -> String {
        let event = RecordedEvent.sample()
        return RecordedEvent(
            position: 1, stream: event.stream, version: 1, id: event.id, type: event.type, schema: 1,
            time: event.time, recordedAt: event.recordedAt, tags: [], data: data, metadata: [], isLastOfCommit: true
        ).cells[5]
    }

    @Test("text is shown unchanged")
    func data() {
        #expect(dataCell(Array(#"{"a":"é"}"#.utf8)) == #"{"a":"é"}"#)
        #expect(dataCell([]) == "")
    }

    @Test("long data is whole: only a terminal shortens it")
    func long() {
        let text = String(repeating: "日", count: 1000)
        #expect(dataCell(Array(text.utf8)) == text)
    }

    @Test("for bytes that are not text, only their number is shown")
    func binary() {
        #expect(dataCell([0xFF, 0x1B, 0x5B]) == "(3 bytes that are not text)")
        #expect(dataCell([UInt8](repeating: 0x80, count: 1000)) == "(1000 bytes that are not text)")
    }

    @Test("control characters in data never reach the terminal")
    func controls() {
        #expect(dataCell(Array("\u{1B}[2J\u{9B}".utf8)) == #""\u{1B}[2J\u{9B}""#)
    }
}
