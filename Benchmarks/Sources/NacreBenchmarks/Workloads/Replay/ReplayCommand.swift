import ArgumentParser

/// The workload `replay`.
struct ReplayCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Read a whole log: every checksum verified, every payload byte touched.",
        discussion: """
            A store is filled and audited first, outside the clock; nacre and lmdb replay the same \
            file, as do the engines on SQLite.

            EXAMPLES
              nacre-bench replay --engine nacre --engine lmdb --events 1000000
              nacre-bench replay --engine nacre --engine sqlite-large --path sequence --events 1000000
              nacre-bench replay --engine nacre --events 10000000 --cold-runs 3 --stores /var/tmp/filled
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var slices: SliceOptions

    @OptionGroup var planted: PlantedSlowdownOptions

    @OptionGroup var filling: FillingOptions

    @Option(
        help: ArgumentHelp(
            "How events reach the reader: in place, or each in a value of its own.", valueName: "scan|sequence"))
    var path = ReplayPath.scan

    @Option(help: "Passes with the system's memory of the files dropped, after the others.")
    var coldRuns = 0

    func validate() throws {
        try require(coldRuns, atLeast: 0, "--cold-runs")
        try options.requireStreams(for: filling.writers)
        try options.requireFiles(toKeepIn: filling.stores)
        if coldRuns > 0 { try options.requireAbilities(.files, for: "replay --cold-runs") }
        if path == .sequence { try options.requireAbilities(.sequence, for: "replay --path sequence") }
    }

    var told: [String: String] {
        ["path": path.rawValue]
    }

    func run() async throws {
        let workload = ReplayWorkload(
            engines: options.benchmarkEngines, filler: filling.filler(options), path: path,
            secondsPerSlice: slices.sliceSeconds, runs: slices.runs, coldRuns: coldRuns,
            slowdown: planted.slowdown)
        var session = Session(
            .replay, options, told: told, load: filling.load(options), slices: slices, events: filling.events)
        session.slowdown = planted.slowdown
        session.stores = filling.stores
        try await session.run(workload)
    }
}
