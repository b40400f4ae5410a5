import ArgumentParser
import NacreTool

/// The command `nacre items`.
struct ItemsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "items",
        abstract: "Create, change and show items.",
        discussion: """
            Commands that change an item run a use case, which decides the events. They return when the read model \
            shows the change.

            Examples:
              nacre items add "Buy milk"
              nacre items complete 4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11
              nacre items list --format json
            """,
        subcommands: [
            Add.self, Rename.self, Complete.self, Reopen.self, Delete.self, Restore.self, List.self, Show.self,
            History.self,
        ])
}
