import ArgumentParser
import Foundation
import Testing

@testable import NacreCLI
@testable import NacreTool

/// Compares the help of every command with the text that was stored when it was last looked at.
///
/// After a change that is meant, run the tests with `NACRE_UPDATE_HELP=1`, and look at what has changed.
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

    @Test("the help of every command is what is stored", arguments: commands.indices)
    func help(index: Int) throws {
        let command = Self.commands[index]
        let text = RootCommand<NacreProgram>.helpMessage(for: command, includeHidden: false, columns: 80) + "\n"
        let file = Self.folder.appending(path: Self.fileName(command))
        if ProcessInfo.processInfo.environment["NACRE_UPDATE_HELP"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("every command says what it does, and shows it with an example", arguments: commands.indices)
    func examples(index: Int) {
        let configuration = Self.commands[index].configuration
        #expect(!configuration.abstract.isEmpty)
        #expect(configuration.discussion.contains("Example"))
        #expect(configuration.discussion.contains("  nacre "))
    }

    @Test("no stored help is left of a command that is gone")
    func nothingLeft() throws {
        let stored = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".txt")
        }
        #expect(Set(stored) == Set(Self.commands.map(Self.fileName)))
    }
}
