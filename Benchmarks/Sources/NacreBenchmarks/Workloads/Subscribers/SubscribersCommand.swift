import ArgumentParser

/// The workload `subscribers`.
struct SubscribersCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "subscribers",
        abstract: "Subscribe while writers append: how long an event takes from its append to each subscriber.",
        discussion: """
            Subscriptions ask in turn for all events, for one type in eight, and for one tag in sixteen. A delay counts \
            from the call of an event's append (with --events-per-second from the moment at which it was due) and, beside it, from \
            the answer. In the midst of each slice --catch-up more begin at 0, and are timed until they say that they \
            have caught up. Slow consumers are in a process of their own, whose anonymous memory is watched. What every \
            subscription was handed is held against what was appended: each matching event once, in order, nothing \
            else, and every caught-up marker in its place. All slices of an engine are on one store, which grows. \
            With --events-per-second all that was due is appended, however late.

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

    @Option(help: "Events a second that each slow consumer takes.")
    var slowEventsPerSecond = 100.0

    @Option(help: "Subscriptions that begin at 0 in the midst of each slice.")
    var catchUp = 1

    @Option(help: "Events in the log before the first slice.")
    var events = 100_000

    @Option(help: "Processes: 1 for writers and subscriptions together, 2 for one each.")
    var processes = 1

    @Option(help: "Writers; with --events-per-second, how many appends can be under way.")
    var writers = 64

    @Option(help: "Events in each append, all to one stream.")
    var eventsPerAppend = 1

    @Option(
        help: ArgumentHelp(
            "Events a second that come whether those before them are answered or not; without it, as fast as the "
                + "writers can.", valueName: "events/s"))
    var eventsPerSecond: Double?

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try require(subscribers, atLeast: 0, "--subscribers")
        try require(slow, atLeast: 0, "--slow")
        try require(catchUp, atLeast: 0, "--catch-up")
        guard subscribers + slow + catchUp > 0 else {
            throw ValidationError("nobody subscribes: give --subscribers, --slow or --catch-up at least 1")
        }
        try require(slowEventsPerSecond, moreThanZeroAndAtMost: 1e9, "--slow-events-per-second")
        try require(events, atLeast: 0, "--events")
        guard (1...2).contains(processes) else {
            throw ValidationError("--processes is 1 or 2, this is \(processes)")
        }
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        try require(eventsPerSecond, moreThanZeroAndAtMost: 1e8, "--events-per-second")
        if let eventsPerSecond {
            try Arrivals(rate: eventsPerSecond / Double(eventsPerAppend))
                .requireFew(within: slices.sliceSeconds, "--slice-seconds")
        }
        try options.requireStreams(for: writers)
        try options.requireAbilities([.openStore, .subscriptions], for: "subscribers")
        // The writers' process is never this one, which audits the store.
        try options.requireAbilities(.sharing, for: "subscribers")
    }

    var told: [String: String] {
        [
            "subscribers": "\(subscribers)", "slow": "\(slow)", "slow-events-per-second": "\(slowEventsPerSecond)",
            "catch-up": "\(catchUp)", "processes": "\(processes)",
            "events-per-second": eventsPerSecond.map { "\($0)" } ?? "closed loop",
        ]
    }

    func run() async throws {
        let load = options.load(writers: writers, eventsPerAppend: eventsPerAppend)
        let workload = SubscribersWorkload(
            engines: options.benchmarkEngines, load: load,
            subscribers: SubscriberCounts(
                live: subscribers, late: catchUp, slow: slow, slowEventsPerSecond: slowEventsPerSecond),
            eventsBefore: events, rate: eventsPerSecond, isShared: processes > 1, durability: options.durability,
            secondsPerSlice: slices.sliceSeconds, runs: slices.runs, intervalSeconds: interval.seconds,
            task: options.task(for: load)
        ) { try await WorkerProcess.subscriber($0) }
        try await Session(.subscribers, options, told: told, load: load, slices: slices, events: events)
            .run(workload)
    }
}
