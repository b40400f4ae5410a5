public import ArgumentParser

/// The command `nacre-micro`.
public struct MicroCommand: ParsableCommand {
    /// What `--help` says.
    public static let configuration = CommandConfiguration(
        commandName: "nacre-micro",
        abstract: "Count the instructions of what must not get dearer, and hold them against what is stored.",
        discussion: """
            A machine that is busy, or another one of the same kind, executes the same instructions: their number is \
            judged here, time is not. What it does not see is a processor that waits, for memory or for another \
            thread: for that measure with nacre-bench.

            EXAMPLES
              nacre-micro count --thresholds thresholds.json
              nacre-micro count --thresholds thresholds.json block.encode json.read
              nacre-micro count --thresholds thresholds.json --update
            """,
        subcommands: [CountCommand.self, ListCommand.self, RunCommand.self])

    /// Makes the command.
    public init() {}
}
