import ArgumentParser
import DocumentationPages
import Testing

@testable import NacreCLI
@testable import NacreTool
@testable import ReadmeCommand

/// The calls of `nacre`, and of programs on NacreTool, in the shell listings of the documentation.
@Suite struct ShellListingTests {
    @Test func `every call of nacre can be parsed`() throws {
        let calls = try ShellCall.all()
        #expect(calls.compactMap { Self.failure(of: $0, "nacre", NacreProgram.self) } == [])
        #expect(calls.count { $0.arguments(of: "nacre") != nil } > 10)
    }

    @Test(arguments: ["shop", "bank"])
    func `every call of a program on the tool can be parsed`(program: String) throws {
        let calls = try ShellCall.all()
        #expect(calls.compactMap { Self.failure(of: $0, program, ShopCommand.self) } == [])
        #expect(calls.contains { $0.arguments(of: program) != nil })
    }

    @Test func `a call with an unknown option is found`() {
        let call = ShellCall(place: "Page.md:1", words: ["nacre", "read", "--limits", "10"])
        #expect(Self.failure(of: call, "nacre", NacreProgram.self)?.hasPrefix("Page.md:1: ") == true)
    }

    /// Why a call of a program cannot be parsed; `nil` for one that can, and for another program.
    private static func failure<Tool: StoreTool>(of call: ShellCall, _ program: String, _ tool: Tool.Type) -> String? {
        guard let arguments = call.arguments(of: program) else { return nil }
        do {
            _ = try RootCommand<Tool>.parseAsRoot(arguments)
            return nil
        } catch  where RootCommand<Tool>.exitCode(for: error).isSuccess {
            // Help and versions are requested as errors.
            return nil
        } catch {
            return "\(call): \(RootCommand<Tool>.message(for: error))"
        }
    }
}
