import ArgumentParser

/// The workload `opening`.
struct OpeningCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "opening",
        abstract: "Open a store of many events, to the end of the first read: warm, and cold.",
        discussion: """
            A store is filled and audited first, outside the clock. Where an engine's index follows its log, the index \
            is put back before each opening to where it was before the last events: opening has to make up for them. \
            Cold means that none of the store's pages is in memory, which is looked at; only root can do that on every \
            machine.

            EXAMPLES
              nacre-bench opening --engine nacre --events 1000000
              nacre-bench opening --engine nacre --events 10000000 --cold-runs 5 --stores /var/tmp/filled
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var filling: FillingOptions

    @Option(help: "Warm openings of each engine; one more before them is left out.")
    var runs = 15

    @Option(help: "Openings with the system's memory of the files dropped, after the others.")
    var coldRuns = 0

    func validate() throws {
        try require(runs, atLeast: 1, "--runs")
        try require(coldRuns, atLeast: 0, "--cold-runs")
        try filling.requireFillable(options, [.openStore, .files], for: "opening")
    }

    var told: [String: String] {
        ["tail-events": "\(filling.tailEvents)"]
    }

    func run() async throws {
        let workload = OpeningWorkload(
            engines: options.benchmarkEngines, filler: filling.filler(options), runs: runs, coldRuns: coldRuns)
        var session = Session(
            .opening, options, told: told, load: filling.load(options), runs: runs, events: filling.events)
        session.stores = filling.stores
        try await session.run(workload)
    }
}
