import ArgumentParser
import Foundation
import Testing

@testable import NacreCLI
@testable import NacreTool

/// Compares the help of every command with a stored text.
///
/// After an intended change, run the tests with `NACRE_UPDATE_HELP=1` and review the difference.
@Suite("Help")
struct HelpTests {
    private static let commands: [any ParsableCommand.Type] = all(from: RootCommand<NacreProgram>.self)

    private static func all(from command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        let configuration = command.configuration
        return [command] + configuration.subcommands.flatMap(all)
    }

    private static func fileName(_ command: any ParsableCommand.Type) -> String {
        String(reflecting: command).replacing(/<[^>]*>/, with: "").split(separator: ".").dropFirst().joined(
            separator: ".") + ".txt"
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stored")

    @Test("the help of every command equals its stored text", arguments: commands.indices)
    func help(index: Int) throws {
        let command = Self.commands[index]
        let text = RootCommand<NacreProgram>.helpMessage(for: command, includeHidden: false, columns: 80) + "\n"
        let file = Self.folder.appending(path: Self.fileName(command))
        if ProcessInfo.processInfo.environment["NACRE_UPDATE_HELP"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("every command has an abstract and an example", arguments: commands.indices)
    func examples(index: Int) {
        let configuration = Self.commands[index].configuration
        #expect(!configuration.abstract.isEmpty)
        #expect(configuration.discussion.contains("Example"))
        #expect(configuration.discussion.contains("  nacre "))
    }

    @Test("there is no stored help of a removed command")
    func nothingLeft() throws {
        let stored = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".txt")
        }
        #expect(Set(stored) == Set(Self.commands.map(Self.fileName)))
    }
}
