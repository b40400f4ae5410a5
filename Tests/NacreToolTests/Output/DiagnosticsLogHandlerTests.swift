import Logging
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Log messages on standard error")
struct DiagnosticsLogHandlerTests {
    private let captured: CapturedOutput
    private let logger: Logger

    init() throws {
        captured = try CapturedOutput()
        logger = Diagnostics(descriptor: captured.descriptor, program: "nacre").logger
    }

    @Test("each message is a line with its details")
    func line() throws {
        logger.warning("it is rebuilt", metadata: ["reason": "it is of format 9", "file": "a.mdb", "id": "7"])
        #expect(try captured.text() == "nacre: it is rebuilt: a.mdb: it is of format 9\n")
    }

    @Test("messages of level notice and above are printed")
    func levels() throws {
        for level in Logger.Level.allCases { logger.log(level: level, "\(level)") }
        #expect(try captured.text() == "nacre: notice\nnacre: warning\nnacre: error\nnacre: critical\n")
    }
}
