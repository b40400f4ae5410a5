import ArgumentParser

struct OpeningCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "opening",
        abstract: "Open a store of many events, to the end of the first read: warm and cold.",
        discussion: """
            A store is filled and audited first, outside the measured time. If an engine's index follows its log, an \
            earlier index, which lacks the last events, replaces the index before each opening, which must then catch \
            up. Cold means that no page of the store is in the page cache, which is verified; on most machines only \
            root can drop the cache.

            EXAMPLES
              nacre-bench opening --engine nacre --events 1000000
              nacre-bench opening --engine nacre --events 10000000 --cold-runs 5 --stores /var/tmp/filled
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var filling: FillingOptions
    @OptionGroup var cold: ColdOptions

    @Option(help: "Measured warm openings of each engine, after a warm-up opening.")
    var runs = 15

    func validate() throws {
        try require(runs, atLeast: 1, "--runs")
        try filling.requireFillable(options, [.openStore, .files], for: "opening")
    }

    var workOptions: [String: String] { ["tail-events": "\(filling.tailEvents)"] }

    func run() async throws {
        let workload = OpeningWorkload(
            engines: options.benchmarkEngines, filler: filling.filler(options), runs: runs, coldRuns: cold.runs)
        try await Session(
            .opening, options, specific: workOptions, load: filling.load(options), runs: runs, events: filling.events,
            stores: filling.kept
        ).run(workload)
    }
}
