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

            EXAMPLES
              nacre-bench append --engine nacre --engine lmdb
              nacre-bench append --engine nacre --engine lmdb --writers 1 --runs 7 --json one-writer.json
              nacre-bench replay --engine nacre --engine lmdb --events 2000000 --directory /var/tmp
              nacre-bench compare before.json after.json
              nacre-bench report before.json after.json --html page.html

            EXIT CODES
              0   measured, every audit passed
              1   any other failure
              64  the call is wrong
              65  an audit failed
              73  a folder or file cannot be created
              74  the disk failed a read or a write
            Those of compare are in its own help.
            """,
        subcommands: [
            AppendCommand.self, RateCommand.self, ConditionsCommand.self, ReplayCommand.self, FillCommand.self,
            StreamsCommand.self,
            OpeningCommand.self, DecodeCommand.self, RebuildCommand.self, CommandCommand.self,
            LagCommand.self, PacedCommand.self, BesideCommand.self, SoakCommand.self, CompareCommand.self,
            ReportCommand.self,
            CrashCommand.self, CrashWorkerCommand.self,
            ContentionCommand.self, MixedCommand.self,
            WorkerCommand.self,
            SubscribersCommand.self, SubscriberWorkerCommand.self, OperationsCommand.self,
            RecoveryCommand.self, RecoveryWorkerCommand.self,
        ])

    /// Makes the command.
    public init() {}
}
