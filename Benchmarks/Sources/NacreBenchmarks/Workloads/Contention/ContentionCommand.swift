import ArgumentParser

/// The workload `contention`.
struct ContentionCommand: AsyncParsableCommand, SpecificWork {
    static let configuration = CommandConfiguration(
        commandName: "contention",
        abstract: "Append by many writers to the same streams: what they attempt, and what of it is accepted.",
        discussion: """
            Every writer draws a stream, reads its version, and appends expecting exactly that version; where another \
            was faster it reads again and tries again, at once, until it is accepted or has no retries left. Between \
            reading and appending it lets the other writers have their turn. A latency \
            is that of a whole operation, from before its first read to the answer that accepts it. events/s counts \
            what was accepted alone. The fewer --streams, the hotter each; with --on tags each writer appends to a \
            stream of its own, under the condition that no event with the tag drawn has come since it read the head.

            The audit holds every accepted append against the log: it is there once, where it was told, and what it \
            expected was true at its position; nothing of a refused one is there.

            EXAMPLES
              nacre-bench contention --engine nacre --engine sqlite --streams 16
              nacre-bench contention --engine nacre --streams 1 --writers 64 --retries 1000
              nacre-bench contention --engine nacre --on tags --streams 100 --distribution uniform
              nacre-bench contention --engine nacre --streams 100 --reading events --json contention.json
            """)

    @OptionGroup var options: LoadOptions

    @OptionGroup var slices: SliceOptions

    @OptionGroup var keys: KeyOptions

    @OptionGroup var metadata: MetadataOptions

    @Option(help: "Writers that append at the same time.")
    var writers = 64

    @Option(help: "Events in each append, all to one stream.")
    var eventsPerAppend = 1

    @Option(help: "Accepted events after which a slice ends, if its seconds are not over before.")
    var events: Int?

    @Option(help: ArgumentHelp("What writers get into each other's way by.", valueName: "streams|tags"))
    var on = Contended.streams

    @Option(help: ArgumentHelp("How a stream, or a tag, is drawn.", valueName: "uniform|zipf|latest"))
    var distribution = KeyDistribution.zipf

    @Option(
        help: ArgumentHelp(
            "What is read before an attempt: how far the stream or log goes, or all events as well.",
            valueName: "version|events"))
    var reading = Groundwork.version

    @Option(help: "How often an operation that is refused is tried again before it is given up.")
    var retries = 100

    @OptionGroup var interval: IntervalOptions

    func validate() throws {
        try require(writers, atLeast: 1, "--writers")
        try require(eventsPerAppend, atLeast: 1, "--events-per-append")
        try require(events, atLeast: 1, "--events")
        try require(retries, atLeast: 0, "--retries")
        guard retries <= 1_000_000 else {
            throw ValidationError("--retries is at most 1000000, this is \(retries)")
        }
        try options.requireAbilities([.openStore, .requests], for: "contention")
        if on == .tags { try options.requireAbilities([.labels, .conditions], for: "contention --on tags") }
    }

    var told: [String: String] {
        ["retries": "\(retries)", "on": on.rawValue, "reading": reading.rawValue]
    }

    func run() async throws {
        let load = ContendedLoad(
            writers: writers, eventsPerAppend: eventsPerAppend, keys: options.streams,
            payloadBytes: options.payloadBytes, seed: options.seed, contended: on, groundwork: reading,
            distribution: distribution, exponent: keys.zipfExponent, retries: retries,
            metadataBytes: metadata.bytes)
        let workload = ContentionWorkload(
            engines: options.benchmarkEngines, load: load,
            budget: SliceBudget(seconds: slices.sliceSeconds, events: events), runs: slices.runs,
            intervalSeconds: interval.seconds)
        try await Session(
            .contention, options, told: told, load: load.appendLoad, slices: slices, events: events
        ).run(workload)
    }
}
