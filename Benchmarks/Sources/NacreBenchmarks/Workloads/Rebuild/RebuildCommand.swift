import ArgumentParser

struct RebuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Rebuild the read model of items from a log of their events.",
        discussion: """
            A log is filled with the histories of items, outside the measured time. Then the engines take turns: nacre \
            rebuilds the items' read model with its runtime, as `nacre replay` does; the engines on SQLite use GRDB and \
            JSONDecoder on a table of events. A rebuild ends when the new model has durably replaced the old one. Every \
            row is then compared with the generated history. --payload-bytes is the minimum size of the data of an event \
            with a name.

            EXAMPLES
              nacre-bench rebuild --engine nacre --engine sqlite --engine sqlite-large --payload-bytes 64
              nacre-bench rebuild --engine nacre --events 10000000 --runs 1 --payload-bytes 64
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var cold: ColdOptions

    @Option(help: "Measured rebuilds of each engine, after a warm-up rebuild.")
    var runs = 7

    @Option(help: "Events in the log.")
    var events = 1_000_000

    func validate() throws {
        try require(
            options.engines.allSatisfy({ [.nacre, .sqlite, .sqliteLarge].contains($0) }),
            "rebuild measures read models: engines are nacre, sqlite and sqlite-large")
        try require(options.durability == .full, "a rebuild ends when the read model is durable: --durability is full")
        try requirePositive(["--runs": runs, "--events": events])
    }

    func run() async throws {
        let workload = RebuildWorkload(
            engines: options.benchmarkEngines,
            history: ItemHistory(
                events: events, streams: options.streams, payloadBytes: options.payloadBytes, seed: options.seed),
            mapSize: options.mapSize, runs: runs, coldRuns: cold.runs)
        try await Session(.rebuild, options, load: options.load(), runs: runs, events: events).run(workload)
    }
}
