import ArgumentParser
import NacreTool

/// The command `nacre profile`.
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Set up, change and show profiles.",
        discussion: """
            Commands that change a profile run a use case: it decides what happens, the log keeps it, and the command \
            returns when the read model shows it.

            Examples:
              nacre profile setup --user u-1 --screen-name ada --birthday 1990-12-10
              nacre profile show u-1
            """,
        subcommands: [Setup.self, Change.self, List.self, Show.self, History.self])
}
