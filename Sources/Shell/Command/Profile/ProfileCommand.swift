import ArgumentParser
import NacreTool

/// The command `nacre profile`.
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Set up, change and show profiles.",
        discussion: """
            Commands that change a profile run a use case, which decides the events. They return when the read model \
            shows the change.

            Examples:
              nacre profile setup --user u-1 --screen-name ada --birthday 1990-12-10
              nacre profile show u-1
            """,
        subcommands: [Setup.self, Change.self, List.self, Show.self, History.self])
}
