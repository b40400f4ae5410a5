import ArgumentParser

struct RecoveryCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "recovery",
        abstract: "Kill a process under load, and measure the next one until its first append.",
        discussion: """
            A store of each size is filled first and not measured; --stores keeps it for other commands. Each time \
            a process opens a copy, appends at full speed with all writers but one, and is killed (SIGKILL). A new process \
            opens the copy and appends once: the time is from the start of opening to that append's answer. If an \
            engine's index follows its log, this is measured both with the index that the kill left, and with an earlier \
            index that lacks the last events. The answers of the killed process are in a file outside the store: \
            everything acknowledged must be there. The files of the store are in the page cache, as after a crash of a \
            process, not of the machine.

            EXAMPLES
              nacre-bench recovery --engine nacre --events 100000 --events 1000000
              nacre-bench recovery --engine nacre --engine sqlite --events 100000 --runs 20 --json recovery.json
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var kept: KeptStoresOptions

    @Option(help: "Events in the store before the load; may be repeated. (default: 100000)")
    var events: [Int] = []

    @Option(help: "Writers; the last one appends after the kill, the others before it.")
    var writers = 65

    @OptionGroup var appends: AppendSizeOptions

    @Option(help: "Measured kills of each store, after a warm-up kill.")
    var runs = 10

    @Option(help: "The maximum seconds of load; the kill is at a random moment of their second half.")
    var loadSeconds = 1.0

    @Option(
        help: ArgumentHelp(
            "Events of the filled store that the earlier index lacks, besides those of the load.",
            valueName: "events"))
    var tailEvents = 131_072

    private var sizes: [Int] { events.isEmpty ? [100_000] : events }

    func validate() throws {
        for size in sizes { try require(size, atLeast: 2, "--events") }
        try require(Set(sizes).count == sizes.count, "a size is named twice with --events: name each once")
        try require(writers, atLeast: 2, "--writers")
        try requirePositive(["--runs": runs, "--tail-events": tailEvents])
        try require(loadSeconds, moreThanZeroAndAtMost: 3600, "--load-seconds")
        try options.requireStreams(for: writers)
        try kept.requireFiles(of: options)
        try options.requireAbilities([.openStore, .files], for: "recovery")
    }

    var workOptions: [String: String] { ["load-seconds": "\(loadSeconds)", "tail-events": "\(tailEvents)"] }

    func run() async throws {
        let load = options.load(writers: writers, eventsPerAppend: appends.events, order: .rounds)
        let workload = RecoveryWorkload(
            engines: options.benchmarkEngines,
            fillers: sizes.map {
                kept.filler(options, load, events: $0, tailEvents: tailEvents, .unsynced)
            },
            runs: runs, loadSeconds: loadSeconds, durability: options.durability
        ) { try await WorkerProcess.recovering($0) }
        try await Session(.recovery, options, specific: workOptions, load: load, runs: runs, stores: kept)
            .run(workload)
    }
}
