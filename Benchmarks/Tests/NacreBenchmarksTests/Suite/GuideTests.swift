import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks

@Suite struct GuideTests {
    private func text(of document: String) throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../Docs/\(document)").standardizedFileURL
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// The calls of this program in a document: lines of code, and code within lines.
    private func calls(in document: String) throws -> [String] {
        let text = try text(of: document)
        let inLines = text.matches(of: /`(nacre-bench [^`\n]+)`/).map { String($0.1) }
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("nacre-bench ") }.map(String.init)
        return inLines + lines
    }

    /// The words of a call, as a shell splits them.
    private func words(_ call: String) -> [String] {
        call.matches(of: /'([^']*)'|([^\s']+)/).map { match in match.1.map(String.init) ?? String(match.2 ?? "") }
    }

    @Test(arguments: ["LoadTesting.md", "Performance.md"])
    func `every call in a document parses`(document: String) throws {
        let calls = try calls(in: document)
        #expect(calls.count > 2)
        for call in calls {
            #expect(throws: Never.self, "\(call)") {
                try BenchmarkCommand.parseAsRoot(Array(words(call).dropFirst()))
            }
        }
    }

    @Test func `the guide names every command`() throws {
        let text = try text(of: "LoadTesting.md")
        for command in BenchmarkCommand.configuration.subcommands where command.configuration.shouldDisplay {
            let name = try #require(command.configuration.commandName)
            #expect(text.contains("`\(name)") || text.contains("nacre-bench \(name)"), "\(name)")
        }
    }
}
