import ArgumentParser
import Testing

@testable import NacreBenchmarks

/// The calls of `nacre-bench` in the shell listings of the documentation.
@Suite struct ShellListingTests {
    @Test func `every call of nacre-bench can be parsed`() throws {
        let calls = try ShellCall.all()
        #expect(calls.compactMap(Self.failure) == [])
        #expect(calls.count { $0.arguments(of: "nacre-bench") != nil } > 40)
    }

    @Test func `a call with an unknown option is found`() {
        let call = ShellCall(place: "Page.md:1", words: ["nacre-bench", "append", "--engines", "nacre"])
        #expect(Self.failure(of: call)?.hasPrefix("Page.md:1: ") == true)
    }

    /// Why a call of the harness cannot be parsed; `nil` for one that can, and for another program.
    private static func failure(of call: ShellCall) -> String? {
        guard let arguments = call.arguments(of: "nacre-bench") else { return nil }
        do {
            _ = try BenchmarkCommand.parseAsRoot(arguments)
            return nil
        } catch {
            return "\(call): \(BenchmarkCommand.message(for: error))"
        }
    }
}
