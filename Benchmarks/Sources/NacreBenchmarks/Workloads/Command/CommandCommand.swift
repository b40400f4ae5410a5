import ArgumentParser

struct CommandCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "command",
        abstract: "Run commands on items with short and with long histories, compared with the append alone.",
        discussion: """
            A store is filled with the histories of items, outside the measured time. One caller then renames items \
            through their repository, one after the other: items with a short history, which is folded, each once; and \
            items with a long history, in turn, with snapshots. The reference is the store's own append of such an event. \
            An item is loaded before its command, with \(CommandWorkload.group - 1) others in between, so that its events \
            are cached.

            EXAMPLES
              nacre-bench command --engine nacre --payload-bytes 64
              nacre-bench command --engine nacre --payload-bytes 64 --commands 500 --runs 5 --json command.json
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Measured slices of each kind, after a warm-up slice.")
    var runs = 7

    @Option(help: "Commands of a slice.")
    var commands = 1_024

    @Option(help: "Events of an item with a short history.")
    var events = 100

    @Option(help: "Events of an item with a long history, at least twice --snapshot-every.")
    var longEvents = 10_000

    @Option(help: "Items with a long history.")
    var longItems = 64

    @Option(help: "Folded events after which a new snapshot is taken.")
    var snapshotEvery = 100

    func validate() throws {
        try require(
            options.engines.count == 1 && options.engines[0].isNacre,
            "command measures repositories on nacre: name nacre or nacre-unjournaled alone")
        try requirePositive([
            "--runs": runs, "--commands": commands, "--events": events, "--long-items": longItems,
            "--snapshot-every": snapshotEvery,
        ])
        try require(longEvents, atLeast: 2 * snapshotEvery, "--long-events")
        // The names of items have a maximum length.
        try require(options.payloadBytes, atLeast: 0, atMost: 900, "--payload-bytes")
    }

    var workOptions: [String: String] {
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
        try await Session(.command, options, specific: workOptions, load: load, runs: runs, events: plan.filledEvents)
            .run(workload)
    }
}
