import Foundation
import Testing

@testable import NacreBenchmarks

@Suite struct ProgramVersionTests {
    @Test func `the version is the stamp that reports have, where a call asks for it`() throws {
        let stamp = try ProgramStamp.own.get()
        #expect(ProgramVersion.line(for: ["nacre-bench", "--version"]).hasPrefix("nacre-bench, program \(stamp), "))
        #expect(!ProgramVersion.line(for: ["nacre-bench", "append"]).contains(stamp))
    }

    @Test(.timeLimit(.minutes(10)))
    func `the program says its version`() async throws {
        let process = Process()
        let said = Pipe()
        process.executableURL = ChildProcess.executable
        process.arguments = ["--version"]
        process.standardOutput = said
        let end = try ProcessEnd(starting: process)
        await end.reached()
        #expect(process.terminationStatus == 0)
        let text = String(decoding: try said.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text == ProgramVersion.line(for: ["--version"]) + "\n")
    }
}
