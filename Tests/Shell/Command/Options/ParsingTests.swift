import ArgumentParser
import Foundation
import ItemsDomain
import Nacre
import Testing

@testable import NacreCLI
@testable import NacreTool

@Suite("Parsing command lines")
struct ParsingTests {
    private func parse<Command>(_ line: String, as type: Command.Type = Command.self) throws -> Command {
        try #require(try RootCommand<NacreProgram>.parseAsRoot(line.split(separator: " ").map(String.init)) as? Command)
    }

    @Test(
        "an invalid command line exits with 64",
        arguments: [
            "nonsense", "items", "items add", "items show", "items show 4a0", "items add a --format xml",
            "items add a --id 4a0712f3-6b1c-4f0e-9d5a", "profile show", "profile setup --user u",
            "profile change --user u", "append s", "append s T", "append s T --data {} --expect maybe",
            "append s T --data {} --expect -1", "append s T --data {} --id x", "append s T --data {} --schema one",
            "read --limit 0", "read --limit -1", "read --after -1", "read a b", "import", "items list --store=",
        ])
    func usage(line: String) throws {
        // A command that only has subcommands parses, and prints its help.
        guard line != "items" else { return }
        let error = #expect(throws: (any Error).self) {
            try RootCommand<NacreProgram>.parseAsRoot(line.split(separator: " ").map(String.init))
        }
        #expect(RootCommand<NacreProgram>.exitCode(for: try #require(error)).rawValue == 64)
    }

    @Test("the store is that of the option, else of the environment, else the default")
    func storePath() {
        #expect(StoreOptions<NacreProgram>.path(given: "a", environment: "b") == "a")
        #expect(StoreOptions<NacreProgram>.path(given: nil, environment: "b") == "b")
        #expect(StoreOptions<NacreProgram>.path(given: nil, environment: "") == "./nacre.store")
        #expect(StoreOptions<NacreProgram>.path(given: nil, environment: nil) == "./nacre.store")
    }

    @Test("formats are table, json and ndjson, and table is the default")
    func formats() throws {
        #expect(try parse("items list", as: ItemsCommand.List.self).format.format == .table)
        #expect(try parse("items list --format json", as: ItemsCommand.List.self).format.format == .json)
        #expect(try parse("items list --format ndjson", as: ItemsCommand.List.self).format.format == .ndjson)
    }

    @Test(
        "expectations",
        arguments: [
            ("any", Nacre.Expectation.any), ("none", .noStream), ("exists", .streamExists), ("0", .exact(0)),
            ("12", .exact(12)),
        ])
    func expectations(text: String, expectation: Nacre.Expectation) throws {
        #expect(
            try parse("append s T --data {} --expect \(text)", as: AppendCommand<NacreProgram>.self).expect
                == expectation)
    }

    @Test("tags and types can be repeated")
    func repeated() throws {
        let read = try parse(
            "read s --type A --type B --tag x --tag y --actor ada --actor bob --after 3 --backward --limit 5",
            as: ReadCommand<NacreProgram>.self)
        #expect(read.filter.types == ["A", "B"])
        #expect(read.filter.tags == ["x", "y"])
        #expect(read.filter.actors == ["ada", "bob"])
        #expect(read.stream == "s")
        #expect(read.after == 3)
        #expect(read.backward)
        #expect(read.limit == 5)
    }

    @Test("data that begins with a hyphen is accepted after an equals sign")
    func negativeNumber() throws {
        #expect(try parse("append s T --data=-1", as: AppendCommand<NacreProgram>.self).data == "-1")
    }

    @Test("there is a completion script for each shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let error = #expect(throws: (any Error).self) {
            try RootCommand<NacreProgram>.parseAsRoot(["--generate-completion-script", shell])
        }
        #expect(RootCommand<NacreProgram>.exitCode(for: try #require(error)).isSuccess)
        #expect(RootCommand<NacreProgram>.fullMessage(for: try #require(error)).contains("screen-name"))
    }
}
