import ArgumentParser

/// The root command, with all commands of the program.
struct RootCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Tool.name,
            abstract: Tool.abstract,
            discussion: """
                A store is a folder: --store PATH, else $\(Tool.storeVariable), else \(Tool.defaultStore). Its log is the \
                source of truth; the index and the read models are derived from it, and can be deleted.

                Results go to standard output, everything else to standard error.

                Exit codes: 0; 1 any other failure; 2 a conflict; 3 recorded, but not shown yet; 64 usage; 65 bad input \
                or damaged data; 66 no such store, stream, file or entity; 69 a server does not answer; 73 cannot create; 74 input or output failed. \
                If the reader of the output goes away (\(Tool.name) read | head), the command exits with 0.

                Examples:
                \(examples)
                """,
            version: Tool.version,
            groupedSubcommands: Tool.commands + storeCommands)
    }

    private static var examples: String {
        (Tool.examples + [
            "read --backward --limit 10", "export -o history.ndjson", "import history.ndjson --store copy.store",
        ])
        .map { "  \(Tool.name) \($0)" }.joined(separator: "\n")
    }

    /// The commands that every store has.
    private static var storeCommands: [CommandGroup] {
        [
            CommandGroup(
                name: "Events",
                subcommands: [
                    AppendCommand<Tool>.self, ReadCommand<Tool>.self, TailCommand<Tool>.self,
                    ImportCommand<Tool>.self, ExportCommand<Tool>.self,
                ]),
            CommandGroup(
                name: "Questions about the past",
                subcommands: [
                    FindCommand<Tool>.self, ShowCommand<Tool>.self, TraceCommand<Tool>.self, StoryCommand<Tool>.self,
                    BlameCommand<Tool>.self, CountCommand<Tool>.self, DiffCommand<Tool>.self,
                    BisectCommand<Tool>.self, WhatIfCommand<Tool>.self, WhyCommand<Tool>.self,
                    StepCommand<Tool>.self, ExtractCommand<Tool>.self,
                ]),
            CommandGroup(
                name: "Inspection and repair",
                subcommands: [
                    StreamsCommand<Tool>.self, StatsCommand<Tool>.self, ProjectionsCommand<Tool>.self,
                    ProcessesCommand<Tool>.self, ReplayCommand<Tool>.self, VerifyCommand<Tool>.self,
                    BackupCommand<Tool>.self, SalvageCommand<Tool>.self, RestoredCommand<Tool>.self,
                    NodesCommand<Tool>.self,
                ]),
        ]
    }
}
