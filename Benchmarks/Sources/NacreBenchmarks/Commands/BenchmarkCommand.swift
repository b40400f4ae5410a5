public import ArgumentParser

/// The command `nacre-bench`.
public struct BenchmarkCommand: AsyncParsableCommand {
    /// What `--help` says.
    public static let configuration = CommandConfiguration(
        commandName: "nacre-bench",
        abstract: "Measure event stores, and audit what they store.",
        discussion: """
            Engines in one command take turns in short slices: their ratio then holds on a noisy machine. Each slice \
            works on a fresh store, which is read back afterwards: every acknowledged event must be there once, at its \
            position. A run whose audit fails has no figures.

            Build it with swift build -c release: the figures of a debug build mean nothing. Give a folder on the disk to \
            be measured with --directory, and run nothing else meanwhile. Every command has --help with examples, and \
            writes its report with --json.

            EXAMPLES
              Check that everything works, in two minutes:
              nacre-bench suite --quick --out rehearsal

              Compare a build before and after a change:
              nacre-bench append --engine nacre --engine sqlite --runs 7 --json before.json
              nacre-bench append --engine nacre --engine sqlite --runs 7 --json after.json
              nacre-bench compare before.json after.json
              nacre-bench report before.json after.json --html page.html

              Answer all questions in a quarter of an hour, on one page:
              nacre-bench suite --out answers --directory /var/tmp

            Docs/LoadTesting.md explains each figure, the number of rounds that it needs, and common mistakes.

            EXIT CODES
              0   measured, every audit passed
              1   another failure
              64  invalid arguments
              65  an audit failed, a promise was broken, or a store failed or hung without a failure of the disk
              69  a server that an engine needs cannot be reached or started
              73  a folder or file cannot be created
              74  the disk failed a read or a write
            The help of compare and alternate lists theirs.
            """,
        version: ProgramVersion.line(for: CommandLine.arguments),
        subcommands: [
            SuiteCommand.self, CrashWorkerCommand.self, CrashVisitorCommand.self, WorkerCommand.self,
            SubscriberWorkerCommand.self, RecoveryWorkerCommand.self, ConsistencyWorkerCommand.self,
            CompanyCommand.self, ItemServerCommand.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "Appending",
                subcommands: [
                    AppendCommand.self, RateCommand.self, ConditionsCommand.self, ContentionCommand.self,
                    FillCommand.self, PacedCommand.self, BesideCommand.self,
                ]),
            CommandGroup(
                name: "Reading",
                subcommands: [
                    ReplayCommand.self, StreamsCommand.self, ReadCommand.self, MixedCommand.self,
                    SubscribersCommand.self,
                ]),
            CommandGroup(
                name: "Kernel",
                subcommands: [CommandCommand.self, DecodeCommand.self, RebuildCommand.self, LagCommand.self]),
            CommandGroup(name: "Serving", subcommands: [ServeCommand.self, PagesCommand.self]),
            CommandGroup(name: "Operating", subcommands: [OpeningCommand.self, OperationsCommand.self]),
            CommandGroup(
                name: "Breaking",
                subcommands: [
                    SoakCommand.self, CrashCommand.self, RecoveryCommand.self, ConsistencyCommand.self,
                ]),
            CommandGroup(
                name: "Judging", subcommands: [CompareCommand.self, AlternateCommand.self, ReportCommand.self]),
        ])

    /// Makes the command.
    public init() {}
}
