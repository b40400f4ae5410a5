import Foundation
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Reports of findings")
struct FindingsReportTests {
    @Test("each finding is a line, safe for a terminal, and counted")
    func lines() throws {
        let text = try CapturedOutput.of { output in
            let report = FindingsReport(to: output)
            report.add("position 3: \u{1B}[2J")
            report.add("position 4: gone")
            #expect(report.count == 2)
            let count = try report.finish()
            #expect(count == 2)
        }
        #expect(text == "position 3: \\u{1B}[2J\nposition 4: gone\n")
    }

    @Test("a finding that cannot be written is counted, and its error is thrown at the end")
    func failing() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let output = StandardOutput(descriptor: full.fileDescriptor)
        let report = FindingsReport(to: output)
        report.add(String(repeating: "x", count: BufferedOutput.bufferBytes))
        report.add("another")
        #expect(report.count == 2)
        let error = #expect(throws: FileError.self) { try report.finish() }
        #expect(error?.code == .inputOutput)
    }
}
