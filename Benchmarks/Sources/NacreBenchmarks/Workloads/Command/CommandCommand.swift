import ArgumentParser

/// The workload `command`.
struct CommandCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "command",
        abstract: "Give items commands: with short histories, with long ones and snapshots, beside the append alone.",
        discussion: """
            A store is filled with the histories of items outside the clock. One caller then renames items through \
            their repository, one after the other: items with a short history, which is folded, each once; and items \
            with a long history, in turn, whose states are remembered. What they are measured by is the store's own \
            append of such an event. Before it is appended to, an item is loaded, with \(CommandWorkload.group - 1) \
            others between the two, so that it is in memory.

            EXAMPLES
              nacre-bench command --engine nacre --payload-bytes 64
              nacre-bench command --engine nacre --payload-bytes 64 --commands 500 --runs 5 --json command.json
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Measured slices of each way; one more before them warms up.")
    var runs = 7

    @Option(help: "Commands of a slice.")
    var commands = 1_024

    @Option(help: "Events of an item with a short history.")
    var events = 100

    @Option(help: "Events of an item with a long history, at least twice --snapshot-every.")
    var longEvents = 10_000

    @Option(help: "Items with a long history.")
    var longItems = 64

    @Option(help: "How many events are folded before a state is remembered anew.")
    var snapshotEvery = 100

    func validate() throws {
        guard options.engines == [.nacre] else {
            throw ValidationError("command measures repositories on nacre: name that engine alone")
        }
        try require(runs, atLeast: 1, "--runs")
        try require(commands, atLeast: 1, "--commands")
        try require(events, atLeast: 1, "--events")
        try require(longItems, atLeast: 1, "--long-items")
        try require(snapshotEvery, atLeast: 1, "--snapshot-every")
        try require(longEvents, atLeast: 2 * snapshotEvery, "--long-events")
        guard options.payloadBytes <= 900 else {
            throw ValidationError(
                "the names of items have a limit: --payload-bytes is at most 900, this is \(options.payloadBytes)")
        }
    }

    var told: [String: String] {
        [
            "commands": "\(commands)", "events": "\(events)", "long-events": "\(longEvents)",
            "long-items": "\(longItems)", "snapshot-every": "\(snapshotEvery)",
        ]
    }

    func run() async throws {
        let plan = CommandPlan(
            commands: commands, slices: runs + 1, events: events, longEvents: longEvents, longItems: longItems,
            snapshotInterval: snapshotEvery, payloadBytes: options.payloadBytes, seed: options.seed)
        let workload = CommandWorkload(
            engine: options.benchmarkEngines[0], plan: plan, durability: options.durability, mapSize: options.mapSize)
        var load = options.load()
        load.streams = commands * (runs + 1)
        try await Session(.command, options, told: told, load: load, runs: runs, events: plan.filledEvents)
            .run(workload)
    }
}
