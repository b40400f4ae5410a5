import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct ProgramVersionTests {
    @Test func `the version is the stamp in reports, computed on request`() throws {
        let stamp = try ProgramStamp.own.get()
        #expect(ProgramVersion.line(for: ["nacre-bench", "--version"]).hasPrefix("nacre-bench, program \(stamp), "))
        #expect(!ProgramVersion.line(for: ["nacre-bench", "append"]).contains(stamp))
    }

    @Test(.timeLimit(.minutes(10)))
    func `the program prints its version`() async throws {
        let call = try await HarnessProcess.run(["--version"])
        #expect(call.status == 0)
        #expect(call.output == ProgramVersion.line(for: ["--version"]) + "\n")
    }
}
