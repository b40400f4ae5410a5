public import ArgumentParser

/// The command `nacre-bench`.
public struct BenchmarkCommand: AsyncParsableCommand {
    /// What `--help` says.
    public static let configuration = CommandConfiguration(
        commandName: "nacre-bench",
        abstract: "Measure event stores, and audit what they were given.",
        discussion: """
            Engines named in one call run in turn, in short slices, so that their ratio holds on a noisy machine. \
            Each slice works on a fresh store, which is read back afterwards: every acknowledged event must be there, \
            once, in its place. A run whose audit fails has its figures struck out.

            Build it with swift build -c release: a debug build measures itself. Name a folder on the disk that counts \
            with --directory, and let nothing else run. Every command has --help with examples, and writes what it \
            found with --json.

            EXAMPLES
              First, whether everything works here, in two minutes:
              nacre-bench suite --quick --out rehearsal

              Then a question of your own, before a change and after it:
              nacre-bench append --engine nacre --engine sqlite --runs 7 --json before.json
              nacre-bench append --engine nacre --engine sqlite --runs 7 --json after.json
              nacre-bench compare before.json after.json
              nacre-bench report before.json after.json --html page.html

              Or all questions, in a quarter of an hour, with a page of answers:
              nacre-bench suite --out answers --directory /var/tmp

            What each figure means, how many rounds it takes, and how one can fool oneself: Docs/LoadTesting.md.

            EXIT CODES
              0   measured, every audit passed
              1   any other failure
              64  the call is wrong
              65  an audit failed, what a store promises was not so, or a store failed or hung without the disk's fault
              69  a server that an engine needs cannot be reached or started
              73  a folder or file cannot be created
              74  the disk failed a read or a write
            Those of compare and alternate are in their own help.
            """,
        version: ProgramVersion.line(for: CommandLine.arguments),
        subcommands: [
            SuiteCommand.self, CrashWorkerCommand.self, WorkerCommand.self, SubscriberWorkerCommand.self,
            RecoveryWorkerCommand.self, ConsistencyWorkerCommand.self,
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
