import Testing
import ToolTesting

@testable import NacreTool

@Suite("Standard error")
struct DiagnosticsTests {
    private let captured: CapturedOutput

    init() throws {
        captured = try CapturedOutput()
    }

    @Test("a failure is one line, whatever its message contains")
    func failure() throws {
        Diagnostics(descriptor: captured.descriptor, program: "nacre").failure("no stream \"\u{1B}[2J\"\nx")
        #expect(try captured.text() == "nacre: no stream \"\\u{1B}[2J\"\\nx\n")
    }

    @Test("a failure equal to the notice before it is not printed")
    func toldAlready() throws {
        let diagnostics = Diagnostics(descriptor: captured.descriptor, program: "nacre")
        diagnostics.notice("it halts")
        diagnostics.failure("it halts")
        #expect(try captured.text() == "nacre: it halts\n")
        diagnostics.failure("it fails")
        #expect(try captured.text() == "nacre: it halts\nnacre: it fails\n")
    }

    @Test("a failure refers to the notice before it instead of repeating it")
    func partToldAlready() throws {
        let diagnostics = Diagnostics(descriptor: captured.descriptor, program: "nacre")
        diagnostics.notice("it halts")
        diagnostics.failure("recorded, not shown: it halts; repeat it")
        diagnostics.failure("it halts again")
        #expect(
            try captured.text()
                == "nacre: it halts\nnacre: recorded, not shown: see above; repeat it\nnacre: it halts again\n")
    }

    @Test("a message replaces the progress line")
    func noticeOverProgress() throws {
        let diagnostics = Diagnostics(descriptor: captured.descriptor, terminal: .interactive, program: "nacre")
        diagnostics.progress("half")
        diagnostics.hint("a notice")
        diagnostics.progress(nil)
        #expect(try captured.text() == "\r\u{1B}[Khalf\r\u{1B}[Ka notice\n")
    }

    @Test("removing a progress line that does not exist writes nothing")
    func nothingToTakeAway() throws {
        Diagnostics(descriptor: captured.descriptor, program: "nacre").progress(nil)
        #expect(try captured.text().isEmpty)
    }
}
