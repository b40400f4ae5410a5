import Logging
import Testing
import ToolTesting

@testable import NacreTool

@Suite("What a store logs, on standard error")
struct DiagnosticsLogHandlerTests {
    private let captured: CapturedOutput
    private let logger: Logger

    init() throws {
        captured = try CapturedOutput()
        logger = Diagnostics(descriptor: captured.descriptor, program: "nacre").logger
    }

    @Test("is a line each, with what it is about")
    func line() throws {
        logger.warning("it is made anew", metadata: ["reason": "it is of format 9", "file": "a.mdb", "id": "7"])
        #expect(try captured.text() == "nacre: it is made anew: a.mdb: it is of format 9\n")
    }

    @Test("is what somebody should know, from notices upwards")
    func levels() throws {
        for level in Logger.Level.allCases { logger.log(level: level, "\(level)") }
        #expect(try captured.text() == "nacre: notice\nnacre: warning\nnacre: error\nnacre: critical\n")
    }
}
