import ArgumentParser

/// The workload `operations`.
struct OperationsCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "operations",
        abstract: "Do what an operator does with a store: open, back up, verify, rebuild its index, grow, read slowly.",
        discussion: """
            A store is filled and audited first, outside the clock; --stores keeps it for other calls. Then, run after \
            run, each in its turn:
              opening  open the store, warm, to the end of the first read
              backup   copy it while another process appends; rates and latencies before, during and after; the copy is \
            verified, and held against what was acknowledged
              verify   look for faults in all of it
              rebuild  delete the index and open the store, until the index has caught up
              growth   fill a store of as many events from nothing: bytes of disk and memory, first half and second
              pinned   append beside a slow export, a slow scan in place and a read transaction that is held, and \
            without a reader: how the log grows
            With --only for one of them alone its rate and latencies stand in the table, and can be compared.

            EXAMPLES
              nacre-bench operations --engine nacre --events 1000000
              nacre-bench operations --engine nacre --only backup --events-per-second 5000 --stores /var/tmp/filled
              nacre-bench operations --engine nacre --only verify --only rebuild --runs 5 --json operations.json
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var filling: FillingOptions

    @Option(
        help: ArgumentHelp(
            "An operation; name several for several; all of them without it.",
            valueName: StoreOperation.allCases.map(\.rawValue).joined(separator: "|")))
    var only: [StoreOperation] = []

    @Option(help: "How often each operation is measured.")
    var runs = 3

    @Option(help: "Seconds of appending before a backup, and again behind it.")
    var aroundSeconds = 2.0

    @Option(
        help: ArgumentHelp(
            "Events a second that come beside a backup, whether those before them are answered or not; without it, as "
                + "fast as the writers can.", valueName: "events/s"))
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
        guard Set(only).count == only.count else {
            throw ValidationError("an operation is named twice with --only: name each once")
        }
        try filling.requireFillable(options, [.openStore, .sharing, .maintenance], for: "operations")
    }

    /// The measured operations, in the order of their declaration.
    private var operations: [StoreOperation] {
        only.isEmpty ? StoreOperation.allCases : StoreOperation.allCases.filter(only.contains)
    }

    var told: [String: String] {
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
            secondsAround: aroundSeconds, rate: eventsPerSecond, eventsBesideReader: pinnedEvents,
            readerSeconds: readerSeconds, makeWorker: { try await WorkerProcess.subscriber($0) },
            durability: options.durability, intervalSeconds: interval.seconds)
        var session = Session(
            .operations, options, told: told, load: filling.load(options), runs: runs, events: filling.events)
        session.stores = filling.stores
        try await session.run(workload)
    }
}
