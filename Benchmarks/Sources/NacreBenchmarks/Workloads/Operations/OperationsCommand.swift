import ArgumentParser

struct OperationsCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "operations",
        abstract: "Measure an operator's tasks: open, back up, verify, rebuild the index, grow, read slowly.",
        discussion: """
            A store is filled and audited first, outside the measured time; --stores keeps it for other commands. \
            Then, in every run, one after the other:
              opening  open the store, warm, to the end of the first read
              backup   copy it while another process appends; rates and latencies before, during and after; the copy is \
            verified, and checked against everything acknowledged
              verify   verify the whole store
              rebuild  delete the index and open the store, until the index has caught up
              growth   fill another store of the same size: bytes of disk and memory, first half and second half
              pinned   append beside a slow export, a slow scan in place and a held read transaction, and without a \
            reader: the growth of the log
            With a single --only, the table has its rate and latencies, which can be compared.

            EXAMPLES
              nacre-bench operations --engine nacre --events 1000000
              nacre-bench operations --engine nacre --only backup --events-per-second 5000 --stores /var/tmp/filled
              nacre-bench operations --engine nacre --only verify --only rebuild --runs 5 --json operations.json
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var filling: FillingOptions

    @Option(
        help: ArgumentHelp(
            "An operation; may be repeated. (default: all)",
            valueName: StoreOperation.allCases.map(\.rawValue).joined(separator: "|")))
    var only: [StoreOperation] = []

    @Option(help: "Runs of each operation.")
    var runs = 3

    @Option(help: "Seconds of appending before a backup, and again after it.")
    var aroundSeconds = 2.0

    @Option(
        help: ArgumentHelp(
            "Events per second that are due during a backup, answered or not. (default: as fast as the writers can)",
            valueName: "events/s"))
    var eventsPerSecond: Double?

    @Option(help: "Events that are appended beside each reader, and without one.")
    var pinnedEvents = 200_000

    @Option(help: "Seconds that a slow reader takes for the whole log.")
    var readerSeconds = 10.0

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try require(runs, atLeast: 1, "--runs")
        try require(aroundSeconds, moreThanZeroAndAtMost: 3600, "--around-seconds")
        try require(eventsPerSecond, moreThanZeroAndAtMost: 1e6, "--events-per-second")
        if let eventsPerSecond {
            try Arrivals(rate: eventsPerSecond / Double(filling.eventsPerAppend))
                .requireFew(within: aroundSeconds, "--around-seconds")
        }
        try require(pinnedEvents, atLeast: 1, "--pinned-events")
        try require(readerSeconds, moreThanZeroAndAtMost: 86_400, "--reader-seconds")
        try require(Set(only).count == only.count, "an operation is named twice with --only: name each once")
        try filling.requireFillable(options, [.openStore, .sharing, .maintenance], for: "operations")
    }

    private var operations: [StoreOperation] {
        only.isEmpty ? StoreOperation.allCases : StoreOperation.allCases.filter(only.contains)
    }

    var workOptions: [String: String] {
        [
            "only": operations.map(\.rawValue).joined(separator: ","),
            "events-per-second": eventsPerSecond.map { "\($0)" } ?? "closed loop",
            "around-seconds": "\(aroundSeconds)", "pinned-events": "\(pinnedEvents)",
            "reader-seconds": "\(readerSeconds)", "tail-events": "\(filling.tailEvents)",
        ]
    }

    func run() async throws {
        let workload = OperationsWorkload(
            engines: options.benchmarkEngines, operations: operations, filler: filling.filler(options), runs: runs,
            durability: options.durability,
            parameters: OperationParameters(
                secondsAround: aroundSeconds, rate: eventsPerSecond, eventsBesideReader: pinnedEvents,
                readerSeconds: readerSeconds, intervalSeconds: interval.seconds)
        ) { try await WorkerProcess.subscriber($0) }
        try await Session(
            .operations, options, specific: workOptions, load: filling.load(options), runs: runs,
            events: filling.events, stores: filling.kept
        ).run(workload)
    }
}
