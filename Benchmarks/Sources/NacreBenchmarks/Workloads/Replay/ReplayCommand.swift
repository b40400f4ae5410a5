import ArgumentParser

struct ReplayCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Read a whole log: every checksum verified, every payload byte touched.",
        discussion: """
            A store is filled and audited first, outside the measured time; nacre and lmdb replay the same file, as do \
            the engines on SQLite.

            EXAMPLES
              nacre-bench replay --engine nacre --engine lmdb --events 1000000
              nacre-bench replay --engine nacre --engine sqlite-large --path sequence --events 1000000
              nacre-bench replay --engine nacre --events 10000000 --cold-runs 3 --stores /var/tmp/filled
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions
    @OptionGroup var planted: PlantedSlowdownOptions
    @OptionGroup var filling: FillingOptions
    @OptionGroup var cold: ColdOptions

    @Option(
        help: ArgumentHelp("Read events in place, or as values of an AsyncSequence.", valueName: "scan|sequence"))
    var path = ReplayPath.scan

    func validate() throws {
        try filling.requireFillable(options, .wholeLog, for: "replay")
        if cold.runs > 0 { try options.requireAbilities(.files, for: "replay --cold-runs") }
        if path == .sequence { try options.requireAbilities(.sequence, for: "replay --path sequence") }
    }

    var workOptions: [String: String] { ["path": path.rawValue] }

    func run() async throws {
        let workload = ReplayWorkload(
            engines: options.benchmarkEngines, filler: filling.filler(options), path: path,
            slicing: slices.slicing(), coldRuns: cold.runs, slowdown: planted.slowdown)
        try await Session(
            .replay, options, specific: workOptions, load: filling.load(options), slices: slices,
            events: filling.events, stores: filling.kept, slowdown: planted.slowdown
        ).run(workload)
    }
}
