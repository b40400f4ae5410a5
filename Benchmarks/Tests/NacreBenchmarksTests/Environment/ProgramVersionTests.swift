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
        let call = try await HarnessProcess.run(["--version"])
        #expect(call.status == 0)
        #expect(call.output == ProgramVersion.line(for: ["--version"]) + "\n")
    }
}
