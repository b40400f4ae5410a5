import ArgumentParser

/// The workload `rebuild`.
struct RebuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Make the read model of items anew from a log of their events.",
        discussion: """
            A log is filled with the histories of items outside the clock. Then the engines take turns: nacre has \
            the kernel rebuild the items' read model, as `nacre replay` does; on SQLite, GRDB and \
            JSONDecoder do the same from a table of events. A rebuild counts until the new model has taken the \
            place of the one before it, durably. Every row is then held against what was generated. \
            --payload-bytes is the size of an event's data where it has a name, at least.

            EXAMPLES
              nacre-bench rebuild --engine nacre --engine sqlite --engine sqlite-large --payload-bytes 64
              nacre-bench rebuild --engine nacre --events 10000000 --runs 1 --payload-bytes 64
            """)

    @OptionGroup var options: LoadOptions

    @Option(help: "Measured rebuilds of each engine; one more before them warms up.")
    var runs = 7

    @Option(help: "Events in the log.")
    var events = 1_000_000

    @Option(help: "Rebuilds with the system's memory of the files dropped, after the others.")
    var coldRuns = 0

    func validate() throws {
        guard options.engines.allSatisfy({ [.nacre, .sqlite, .sqliteLarge].contains($0) }) else {
            throw ValidationError("rebuild measures read models: engines are nacre, sqlite and sqlite-large")
        }
        guard options.durability == .full else {
            throw ValidationError("rebuild counts until the read model is durable: --durability is full")
        }
        try require(runs, atLeast: 1, "--runs")
        try require(events, atLeast: 1, "--events")
        try require(coldRuns, atLeast: 0, "--cold-runs")
    }

    func run() async throws {
        let workload = RebuildWorkload(
            engines: options.benchmarkEngines,
            history: ItemHistory(
                events: events, streams: options.streams, payloadBytes: options.payloadBytes, seed: options.seed),
            mapSize: options.mapSize, runs: runs, coldRuns: coldRuns)
        try await Session(.rebuild, options, load: options.load(), runs: runs, events: events).run(workload)
    }
}
