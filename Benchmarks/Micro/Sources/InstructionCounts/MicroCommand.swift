public import ArgumentParser

/// The command `nacre-micro`.
public struct MicroCommand: ParsableCommand {
    /// Name, help text and subcommands.
    public static let configuration = CommandConfiguration(
        commandName: "nacre-micro",
        abstract: "Check performance budgets by counting instructions.",
        discussion: """
            The number of instructions depends neither on the load of the machine nor on its speed, so it is judged \
            and time is not. It does not show waiting for memory or for other threads: measure that with nacre-bench.

            EXAMPLES
              nacre-micro count --thresholds thresholds.json
              nacre-micro count --thresholds thresholds.json block.encode json.read
              nacre-micro count --thresholds thresholds.json --update
            """,
        subcommands: [CountCommand.self, ListCommand.self, RunCommand.self])

    /// Makes the command.
    public init() {}
}
