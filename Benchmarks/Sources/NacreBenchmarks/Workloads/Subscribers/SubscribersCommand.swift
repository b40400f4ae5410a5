import ArgumentParser

struct SubscribersCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "subscribers",
        abstract: "Subscribe while writers append: the time from an append to each subscriber.",
        discussion: """
            The subscriptions are, in turn, to all events, to one type in eight, and to one tag in sixteen. A delay counts \
            from the call of an event's append (with --events-per-second, from its due time) and, separately, from the \
            answer. In the middle of each slice --catch-up more subscriptions begin at 0, and are measured until they have \
            caught up. Slow consumers have a process of their own, whose anonymous memory is sampled. The audit checks the \
            events of every subscription against the log: each matching event once, in order, no other, and every \
            caught-up marker in its place. All slices of an engine are on one store, which grows. With \
            --events-per-second everything that was due is appended, however late.

            EXAMPLES
              nacre-bench subscribers --engine nacre --events-per-second 5000
              nacre-bench subscribers --engine nacre --processes 2 --events-per-second 5000 --json subscribers.json
              nacre-bench subscribers --engine nacre --subscribers 8 --slow 50 --writers 256 --runs 3
            """)

    @OptionGroup var options: LoadOptions
    @OptionGroup var slices: SliceOptions

    @Option(help: "Subscriptions that keep pace.")
    var subscribers = 3

    @Option(help: "Slow subscriptions, to all events, in a process of their own.")
    var slow = 0

    @Option(help: "Events per second of each slow consumer.")
    var slowEventsPerSecond = 100.0

    @Option(help: "Subscriptions that begin at 0 in the middle of each slice.")
    var catchUp = 1

    @Option(help: "Events in the log before the first slice.")
    var events = 100_000

    @Option(help: "Processes: 1 for writers and subscriptions together, 2 for one each.")
    var processes = 1

    @Option(help: "Writers; with --events-per-second, the maximum number of appends in flight.")
    var writers = 64

    @OptionGroup var appends: AppendSizeOptions

    @Option(
        help: ArgumentHelp(
            "Events per second that are due, answered or not. (default: as fast as the writers can)",
            valueName: "events/s"))
    var eventsPerSecond: Double?

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try require(subscribers, atLeast: 0, "--subscribers")
        try require(slow, atLeast: 0, "--slow")
        try require(catchUp, atLeast: 0, "--catch-up")
        try require(
            subscribers + slow + catchUp > 0,
            "there is no subscription: make --subscribers, --slow or --catch-up at least 1")
        try require(slowEventsPerSecond, moreThanZeroAndAtMost: 1e9, "--slow-events-per-second")
        try require(events, atLeast: 0, "--events")
        try require(processes, atLeast: 1, atMost: 2, "--processes")
        try require(eventsPerSecond, moreThanZeroAndAtMost: 1e8, "--events-per-second")
        if let eventsPerSecond {
            try Arrivals(rate: eventsPerSecond / Double(appends.events))
                .requireFew(within: slices.sliceSeconds, "--slice-seconds")
        }
        try options.requireStreams(for: writers)
        // The writers' process is never this one, which audits the store.
        try options.requireAbilities([.openStore, .subscriptions, .sharing], for: "subscribers")
    }

    var workOptions: [String: String] {
        [
            "subscribers": "\(subscribers)", "slow": "\(slow)", "slow-events-per-second": "\(slowEventsPerSecond)",
            "catch-up": "\(catchUp)", "processes": "\(processes)",
            "events-per-second": eventsPerSecond.map { "\($0)" } ?? "closed loop",
        ]
    }

    func run() async throws {
        let load = options.load(writers: writers, eventsPerAppend: appends.events)
        let workload = SubscribersWorkload(
            engines: options.benchmarkEngines, load: load,
            subscribers: SubscriberCounts(
                live: subscribers, late: catchUp, slow: slow, slowEventsPerSecond: slowEventsPerSecond),
            eventsBefore: events, rate: eventsPerSecond, isShared: processes > 1, durability: options.durability,
            slicing: slices.slicing(interval), task: options.task(for: load)
        ) { try await WorkerProcess.subscriber($0) }
        try await Session(.subscribers, options, specific: workOptions, load: load, slices: slices, events: events)
            .run(workload)
    }
}
